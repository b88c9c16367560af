// Imports what Open States gives: people, committees, sessions, bills and events, the kind of each file following from
// its content, and downloads of sessions.

import { importBills } from '../../functions/billtracking/sources/import-bills.ts';
import {
  cancelDeletedEvents,
  findDeletedEvents,
} from '../../functions/billtracking/sources/import-deleted-events.ts';
import { importEvents } from '../../functions/billtracking/sources/import-events.ts';
import {
  isOpenStatesBill,
  parseOpenStatesBills,
} from '../../functions/billtracking/sources/read/openstates-bills.ts';
import { findTable } from '../../functions/billtracking/sources/read/openstates-downloads.ts';
import {
  isOpenStatesEvent,
  openStatesEventPrefix,
  parseOpenStatesEvents,
} from '../../functions/billtracking/sources/read/openstates-events.ts';
import { isSessionEntry, parseSessions } from '../../functions/billtracking/sources/read/sessions.ts';
import { readText } from '../../shared/import/rows/values.ts';
import { isObject } from '../../shared/import/tables/json-object.ts';
import { importCommittees } from './import-committees.ts';
import { importPeople } from './import-people.ts';
import type { ImportRun } from './import-rows.ts';
import { importSessions } from './import-sessions.ts';
import { groupByKind, type JsonSource, withRowLabel } from './json-sources.ts';
import { isLegislator } from './read/legislator.ts';
import { loadDownloads } from './read/openstates-downloads.ts';
import { describeSkippedFiles, listSourceFiles, READABLE, type SourceFile } from './read/source-files.ts';

/** In the order of import: people before their committees, both before the bills that name them, events last. */
const detectors = {
  people: isLegislator,
  committees: (entry: object) => 'members' in entry || ('classification' in entry && 'parent' in entry),
  sessions: isSessionEntry,
  bills: isOpenStatesBill,
  events: isOpenStatesEvent,
} as const;

/** The files of a source that are no part of a download; there may be none when there are downloads. */
async function listOtherFiles(run: ImportRun, hasDownloads: boolean): Promise<readonly SourceFile[]> {
  const readable = [...READABLE, ...(hasDownloads ? ['.zip'] : [])];
  run.remark(await describeSkippedFiles(run.path, readable));
  const files = await listSourceFiles(run.path).catch((error: unknown) => {
    if (hasDownloads) return [];
    throw error;
  });
  return files.filter(({ path }) => findTable(path) === undefined);
}

/** Imports a file or folder of Open States' data. A table that is no part of a download is a list of officials. */
export async function importOpenStates(run: ImportRun): Promise<void> {
  const downloads = await loadDownloads(run.path);
  const files = await listOtherFiles(run, downloads.length > 0);
  const json = files.filter(({ format }) => format === 'json');
  const parts = await groupByKind(run, json, detectors);
  const within = ({ path, label }: SourceFile): ImportRun => ({
    ...run,
    path,
    report: withRowLabel(run.report, label),
  });
  const of = (kind: keyof typeof detectors) => parts.get(kind) ?? [];
  const people = [
    ...files.filter(({ format }) => format === 'table'),
    ...of('people').map(({ file }) => file),
  ];
  for (const file of people) await importPeople(within(file));
  for (const { file } of of('committees')) await importCommittees(within(file));
  for (const { file, entries } of of('sessions')) await importSessions(within(file), parseSessions(entries));
  for (const { file, entries } of of('bills')) await importBills(within(file), parseOpenStatesBills(entries));
  for (const { label, entries } of downloads)
    await importBills({ ...run, report: withRowLabel(run.report, label) }, parseOpenStatesBills(entries));
  await importAllEvents(run, of('events'));
}

const isDeletedEvent = (entry: unknown): boolean => isObject(entry) && entry.deleted === true;

/** Imports the events of all files together, because the pages of one list are files of their own. */
async function importAllEvents(run: ImportRun, sources: readonly JsonSource[]): Promise<void> {
  if (sources.length === 0) return;
  const parsed = sources.flatMap(({ file, entries }) =>
    parseOpenStatesEvents(entries, file.label).map((row, index) => ({
      row,
      isDeleted: isDeletedEvent(entries[index]),
    })),
  );
  const of = (isDeleted: boolean) => parsed.flatMap((one) => (one.isDeleted === isDeleted ? [one.row] : []));
  const pageCounts = sources.flatMap(({ value }) => {
    const pagination = isObject(value) && isObject(value.pagination) ? value.pagination : undefined;
    return pagination ? [Number(readText(pagination.max_page) ?? 1)] : [];
  });
  const deleted = await findDeletedEvents(run, of(true));
  // Some pages of a list say nothing of the events of the others.
  const hasAllPages = pageCounts.every((pages) => pages <= pageCounts.length);
  await importEvents(
    run,
    of(false),
    hasAllPages ? { kind: 'days', sourcePrefix: openStatesEventPrefix } : { kind: 'open' },
    new Set(deleted.map(({ eventId }) => eventId)),
  );
  await cancelDeletedEvents(run, deleted);
}
