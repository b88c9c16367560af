// Imports calendar events that were read: finds the session, the committees and the bills that they name.

import { refuseDuplicate } from '../../../shared/import/rows/refuse-duplicate.ts';
import type { ParsedRow, Row, RowProblem } from '../../../shared/import/rows/row-source.ts';
import type { SessionContent } from '../../../shared/legislature/sessions/session.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import type { NaturalKey } from '../bills/record/bill.ts';
import { billIdsByNaturalKey, rowsById } from '../bills/record/store.ts';
import { cancelVanishedEvents, matchHearings, type SourceEvent } from '../events/match-source-events.ts';
import type { CalendarEvent, CalendarEventContent, EventStatus } from '../events/record/calendar-event.ts';
import { viewBySource } from '../events/record/event-sources.ts';
import { eventsInRange } from '../events/record/store.ts';
import { upsertEvents } from '../events/upsert-events.ts';
import { createAgendaBillFinder } from './agenda-bills.ts';
import { createCommitteeFinder } from './committee-finder.ts';
import type { EventDraft } from './read/bill-draft.ts';
import { createSessionFinder, type SessionFinder } from './session-finder.ts';
import type { SourceRun } from './source-run.ts';

/** How many events are processed at once. */
const BATCH_SIZE = 200;

/** Which stored events a source no longer has. */
export type Completeness =
  /** Nothing is known of events that are not in the rows. */
  | { readonly kind: 'open' }
  /** The events have no ids; the rows are all hearings of these bills. */
  | {
      readonly kind: 'bills';
      readonly sourcePrefix: string;
      readonly bills: readonly NaturalKeyDraft[];
      /** The numbers of bills that the source gives later in the same run. */
      readonly coming?: ReadonlySet<string> | undefined;
    }
  /** The events have ids; between the first and last day of a state's rows there are no others. */
  | { readonly kind: 'days'; readonly sourcePrefix: string };

/** A bill as its source names it. */
export interface NaturalKeyDraft {
  readonly session: SessionContent;
  readonly billNumber: string;
}

/**
 * Imports events, batch by batch. Bills that the tenant does not have are not linked; a later import links them. Stored
 * events that the source no longer has are cancelled, unless another source still lists them.
 * @param heldIds stored events that the source has deleted; those that are not found among the rows under another id are for the caller to cancel
 */
export async function importEvents(
  run: SourceRun,
  rows: readonly Row<EventDraft>[],
  completeness: Completeness = { kind: 'open' },
  heldIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  const sessions = createSessionFinder(run.tenant, run);
  const resolve = createEventResolver(run, sessions);
  const seen = new Map<string, string>();
  const taken: ParsedRow<EventDraft>[] = [];
  run.progress.begin('events', rows.length);
  for (const row of rows.map((candidate) => refuseDuplicate(candidate, seen))) {
    if ('record' in row) taken.push(row);
    else {
      run.report.refuse('events', row.row, row.problems);
      run.progress.add(1);
    }
  }
  const resolved: Resolved[] = [];
  for (let start = 0; start < taken.length; start += BATCH_SIZE) {
    const batch = taken.slice(start, start + BATCH_SIZE);
    resolved.push(...(await Promise.all(batch.map(async (row) => ({ ...row, ...(await resolve(row)) })))));
  }
  // What a refused row said is unknown: its stored event may be the one that seems to be missing.
  const isWhole = taken.length === rows.length;
  const { events, cancelled, takenIds } = await compareWithStored(
    run,
    sessions,
    resolved,
    completeness,
    isWhole,
  );
  const options = { dryRun: run.dryRun, source: run.source };
  const goneIds = new Set([...heldIds, ...cancelled.flatMap(({ id }) => id ?? [])]);
  const listed = new Set<string>();
  for (let start = 0; start < events.length; start += BATCH_SIZE) {
    const batch = events.slice(start, start + BATCH_SIZE);
    const outcomes = await upsertEvents(run.tenant, batch, run.now, { ...options, takenIds, goneIds });
    for (const { id } of outcomes) listed.add(id);
    for (const [index, { outcome, reason = '' }] of outcomes.entries()) {
      // Events after those of the rows are stored ones that lose a bill.
      const { row, leftOut, problems } = resolved[start + index] ?? { row: '', leftOut: [], problems: [] };
      if (outcome === 'refused') run.report.refuse('events', row, [{ field: 'days', reason, value: '' }]);
      else {
        run.report.count('events', outcome);
        run.report.leaveOut('events', row, [...leftOut, ...problems]);
      }
    }
    run.progress.add(batch.length);
  }
  await withdrawEvents(
    run,
    cancelled.filter(({ id = '' }) => !listed.has(id) && !heldIds.has(id)),
  );
  if (!isWhole && completeness.kind !== 'open')
    run.remark(['Some events could not be read: none was cancelled for being no longer in the source.']);
  run.progress.end();
}

/** Writes that the source no longer lists events: they are cancelled, unless another source still lists them. */
export async function withdrawEvents(run: SourceRun, events: readonly SourceEvent[]): Promise<void> {
  const { dryRun, source } = run;
  const outcomes = await upsertEvents(run.tenant, events, run.now, { dryRun, source });
  for (const [index, { outcome, isStillListed }] of outcomes.entries()) {
    const { title = '', startDate = '' } = events[index] ?? {};
    if (outcome !== 'updated') continue;
    run.report.count('events', outcome);
    run.remark([
      `"${title}" of ${startDate} is no longer in the source: it ${isStillListed ? 'stays, because another source still lists it' : 'was cancelled'}.`,
    ]);
  }
}

interface Resolved extends ParsedRow<EventDraft> {
  readonly event: CalendarEventContent;
  readonly problems: readonly RowProblem[];
}

/**
 * The events to write, with the ids of the stored ones, and those to cancel. The rows' events come first.
 * @param isWhole whether every row could be read; nothing is missing otherwise
 */
async function compareWithStored(
  run: SourceRun,
  sessions: SessionFinder,
  resolved: readonly Resolved[],
  completeness: Completeness,
  isWhole: boolean,
): Promise<{
  readonly events: readonly SourceEvent[];
  readonly cancelled: readonly SourceEvent[];
  readonly takenIds: ReadonlySet<string>;
}> {
  const contents = resolved.map(({ event }) => event);
  if (completeness.kind === 'open') return { events: contents, cancelled: [], takenIds: new Set() };
  const listStored = async (stateId: number, days: { readonly from?: string; readonly to?: string } = {}) =>
    (await eventsInRange(run.tenant, { stateIds: [stateId], ...days })).flatMap((event): CalendarEvent[] => {
      const view = viewBySource(event, run.source);
      return view?.sourceId?.startsWith(completeness.sourcePrefix) ? [view] : [];
    });
  const stateIds = [
    ...new Set([
      ...contents.map(({ stateId }) => stateId),
      ...(completeness.kind === 'bills' ? completeness.bills.map(({ session }) => session.stateId) : []),
    ]),
  ];
  if (completeness.kind === 'days') {
    const seen = new Set(contents.flatMap(({ sourceId }) => sourceId ?? []));
    const cancelled = stateIds.map(async (stateId) => {
      const days = contents.flatMap((one) => (one.stateId === stateId ? [one.startDate] : [])).sort();
      const [from = '', to = ''] = [days[0], days.at(-1)];
      return isWhole ? cancelVanishedEvents(await listStored(stateId, { from, to }), seen, run.now) : [];
    });
    return { events: contents, cancelled: (await Promise.all(cancelled)).flat(), takenIds: new Set() };
  }
  const stored = (await Promise.all(stateIds.map((stateId) => listStored(stateId)))).flat();
  const naturalKeys: NaturalKey[] = [];
  for (const { session, billNumber } of completeness.bills) {
    const { stateId, identifier } = await sessions.find(session);
    naturalKeys.push({ stateId, session: identifier, billNumber });
  }
  const billIds = await billIdsByNaturalKey(run.tenant, naturalKeys);
  const importedIds = new Set(isWhole ? billIds.flatMap((id) => id ?? []) : []);
  const coming = await findComing(run.tenant, stored, importedIds, completeness.coming);
  const matched = matchHearings(stored, contents, importedIds, coming);
  return { ...matched, takenIds: new Set(stored.map(({ id }) => id)) };
}

/** The bills that are heard with imported ones and come later in the run. One round trip per hundred of the bills heard with them. */
async function findComing(
  tenant: SourceRun['tenant'],
  stored: readonly CalendarEvent[],
  importedIds: ReadonlySet<string>,
  coming: ReadonlySet<string> | undefined,
): Promise<ReadonlySet<string>> {
  if (coming === undefined || coming.size === 0) return new Set();
  const others = stored
    .filter(({ billIds }) => billIds.some((id) => importedIds.has(id)))
    .flatMap(({ billIds }) => billIds.filter((id) => !importedIds.has(id)));
  const rows = await rowsById(tenant, [...new Set(others)]);
  return new Set(rows.flatMap(({ id, billNumber }) => (coming.has(billNumber) ? [id] : [])));
}

/** An event that is over at the time of the import is completed, unless its source gives another status. */
function deriveStatus({ status, endDate, endsAt, timeZone }: EventDraft['content'], now: Date): EventStatus {
  if (status !== 'SCHEDULED') return status;
  const isOver = endsAt === undefined ? endDate < toLocalDate(timeZone, now) : new Date(endsAt) < now;
  return isOver ? 'COMPLETED' : 'SCHEDULED';
}

/** Resolves the references of an event. */
function createEventResolver(run: SourceRun, sessions: SessionFinder) {
  const committees = createCommitteeFinder(run.tenant);
  const bills = createAgendaBillFinder(run.tenant, sessions);
  return async ({
    record,
  }: ParsedRow<EventDraft>): Promise<{
    readonly event: CalendarEventContent;
    readonly problems: readonly RowProblem[];
  }> => {
    const { stateId } = record.content;
    const session = record.session && (await sessions.find(record.session));
    const found = await Promise.all(record.committees.map((named) => committees.find(stateId, named)));
    const named = await bills.find(record);
    return {
      event: {
        ...record.content,
        status: deriveStatus(record.content, run.now),
        ...omitUndefined({ sessionId: session?.id }),
        committees: found.flatMap((committee) =>
          committee ? [{ id: committee.number, name: committee.name }] : [],
        ),
        billIds: named.billIds,
      },
      problems: [
        ...named.problems,
        ...record.committees.flatMap(({ name }, index) =>
          found[index] === undefined
            ? [{ field: 'committees', reason: 'names no committee of this tenant', value: name }]
            : [],
        ),
      ],
    };
  };
}
