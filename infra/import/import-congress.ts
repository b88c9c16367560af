// Imports what the public data of the Congress gives: members, committees, sessions, bills, and meetings of the House.
import { extname } from 'node:path';
import { saveWitnesses } from '../../functions/billtracking/events/save-witnesses.ts';
import { importBills } from '../../functions/billtracking/sources/import-bills.ts';
import { importEvents } from '../../functions/billtracking/sources/import-events.ts';
import type { EventDraft } from '../../functions/billtracking/sources/read/bill-draft.ts';
import {
  isCongressBill,
  parseCongressBills,
} from '../../functions/billtracking/sources/read/congress/bills.ts';
import { isSessionEntry, parseSessions } from '../../functions/billtracking/sources/read/sessions.ts';
import { peopleById } from '../../shared/directory/people/person-store.ts';
import { savePersonIds } from '../../shared/directory/record/cross-ids.ts';
import { type Row, UnreadableSource } from '../../shared/import/rows/row-source.ts';
import { isObject } from '../../shared/import/tables/json-object.ts';
import { federal } from '../../shared/legislature/states.ts';
import { importCommitteeRows } from './import-committees.ts';
import { importPersonRows } from './import-people.ts';
import type { ImportRun } from './import-rows.ts';
import { importSessions } from './import-sessions.ts';
import { groupByKind, type JsonSource, withRowLabel } from './json-sources.ts';
import {
  isCongressCommittee,
  type Memberships,
  parseCongressCommittees,
  parseMemberships,
} from './read/congress-committees.ts';
import {
  isCongressLegislator,
  isDistrictOffices,
  parseCongressLegislators,
} from './read/congress-legislators.ts';
import { readHouseFile } from './read/congress-meetings.ts';
import type { WitnessList } from './read/house-documents.ts';
import { describeSkippedFiles, listSourceFiles, type SourceFile } from './read/source-files.ts';

const READABLE = ['.json', '.xml'] as const;

const detectors = {
  legislators: isCongressLegislator,
  offices: isDistrictOffices,
  committees: isCongressCommittee,
  memberships: (entry: object) => parseMemberships(entry) !== undefined,
  bills: isCongressBill,
  sessions: isSessionEntry,
} as const;
type SourceKind = keyof typeof detectors;

/** Imports a file or folder of the Congress's data; the kind of each file follows from its content. */
export async function importCongress(run: ImportRun): Promise<void> {
  const files = await listSourceFiles(run.path, READABLE);
  run.remark(await describeSkippedFiles(run.path, READABLE));
  const meetings = files.filter(({ path }) => extname(path).toLowerCase() === '.xml');
  const json = files.filter((file) => !meetings.includes(file));
  const parts = await groupByKind(run, json, detectors);
  const of = (kind: SourceKind): readonly JsonSource[] => parts.get(kind) ?? [];
  assertAccompanied(of('offices'), of('legislators'), 'the members themselves');
  assertAccompanied(of('memberships'), of('committees'), 'the committees themselves');
  const within = (source: JsonSource): ImportRun => ({
    ...run,
    report: withRowLabel(run.report, source.file.label),
  });
  const homes = of('offices').flatMap(({ entries }) => entries.filter(isObject));
  for (const source of of('legislators')) await importLegislators(within(source), source, homes);
  const memberships: Memberships = Object.assign(
    {},
    ...of('memberships').map(({ value }) => parseMemberships(value)),
  );
  for (const source of of('committees'))
    await importCommitteeRows(within(source), parseCongressCommittees(source.entries, memberships, run.read));
  for (const source of of('sessions')) await importSessions(within(source), parseSessions(source.entries));
  for (const source of of('bills')) await importBills(within(source), parseCongressBills(source.entries));
  await importMeetings(run, meetings);
}

/** @throws UnreadableSource when files that only extend others come without them */
function assertAccompanied(these: readonly JsonSource[], those: readonly JsonSource[], what: string): void {
  const [first] = these;
  if (first && those.length === 0)
    throw new UnreadableSource(
      `"${first.file.path}" adds to another file: import the folder that holds ${what} too.`,
    );
}

/** Imports members, and stores the ids that bills and votes name them by. */
async function importLegislators(
  run: ImportRun,
  { entries }: JsonSource,
  homes: Parameters<typeof parseCongressLegislators>[1],
): Promise<void> {
  const importedIds = await importPersonRows(run, parseCongressLegislators(entries, homes, run.read));
  if (run.dryRun) return;
  const people = await peopleById(run.tenant, [...importedIds]);
  await savePersonIds(
    run.tenant,
    people.flatMap((person) =>
      (person?.externalIds ?? [])
        .filter(({ scheme }) => scheme !== 'bioguide')
        .map((externalId) => ({ externalId, personId: person?.id ?? '' })),
    ),
  );
}

async function importMeetings(run: ImportRun, files: readonly SourceFile[]): Promise<void> {
  if (files.length === 0) return;
  const read = await Promise.all(files.map((file) => readHouseFile(file.path, file.name)));
  run.remark(read.flatMap((one) => ('remark' in one ? [one.remark] : [])));
  const lists = read.flatMap((one) => ('witnesses' in one ? [one.witnesses] : []));
  const joined = joinWitnesses(
    read.flatMap((one) => ('meeting' in one ? [one.meeting] : [])),
    lists,
  );
  await importEvents(run, joined.meetings);
  for (const list of joined.others) await importWitnesses(run, list);
}

/** Joins lists of witnesses to the meetings of the same import; the others belong to meetings imported before. */
function joinWitnesses(
  meetings: readonly Row<EventDraft>[],
  lists: readonly Row<WitnessList>[],
): { readonly meetings: readonly Row<EventDraft>[]; readonly others: readonly Row<WitnessList>[] } {
  const bySource = new Map(
    lists.flatMap((list) => ('record' in list ? [[list.record.sourceId, list] as const] : [])),
  );
  const used = new Set<Row<WitnessList>>();
  const joined = meetings.map((meeting) => {
    const list = 'record' in meeting ? bySource.get(meeting.record.content.sourceId ?? '') : undefined;
    if (!('record' in meeting) || !list) return meeting;
    used.add(list);
    const { witnesses } = list.record;
    return {
      ...meeting,
      leftOut: [...meeting.leftOut, ...list.leftOut],
      record: { ...meeting.record, content: { ...meeting.record.content, witnesses } },
    };
  });
  return { meetings: joined, others: lists.filter((list) => !used.has(list)) };
}

async function importWitnesses(run: ImportRun, list: Row<WitnessList>): Promise<void> {
  if (!('record' in list)) {
    run.report.refuse('events', list.row, list.problems);
    return;
  }
  const witnesses = { stateId: federal.id, ...list.record };
  const outcome = await saveWitnesses(run.tenant, witnesses, run.now, { dryRun: run.dryRun });
  if (outcome !== undefined) run.report.count('events', outcome);
  const reason = 'names no meeting of this tenant, so its witnesses are left out; import the meeting too';
  const unknown = { field: 'meeting-id', reason, value: list.record.sourceId };
  run.report.leaveOut('events', list.row, [...list.leftOut, ...(outcome === undefined ? [unknown] : [])]);
}
