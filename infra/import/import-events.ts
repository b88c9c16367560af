// Imports calendar events that were read: finds the session, the committees and the bills that they name.
import { billIdsByNaturalKey } from '../../functions/billtracking/bills/store.ts';
import type {
  CalendarEventContent,
  EventStatus,
} from '../../functions/billtracking/events/calendar-event.ts';
import { upsertEvents } from '../../functions/billtracking/events/upsert-events.ts';
import { toLocalDate } from '../../shared/directory/local-date.ts';
import { omitUndefined } from '../../shared/directory/omit-undefined.ts';
import { createCommitteeFinder } from './committee-finder.ts';
import type { ImportRun } from './import-rows.ts';
import type { EventDraft } from './read/bill-draft.ts';
import { refuseDuplicate } from './read/refuse-duplicate.ts';
import type { ParsedRow, Row, RowProblem } from './read/row-source.ts';
import { createSessionFinder } from './session-finder.ts';

/** How many events are processed at once. */
const BATCH_SIZE = 200;

/** Imports events, batch by batch. Bills that the tenant does not have are not linked; a later import links them. */
export async function importEvents(run: ImportRun, rows: readonly Row<EventDraft>[]): Promise<void> {
  const resolve = createEventResolver(run);
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
  for (let start = 0; start < taken.length; start += BATCH_SIZE) {
    const batch = taken.slice(start, start + BATCH_SIZE);
    const resolved = await Promise.all(batch.map(resolve));
    const outcomes = await upsertEvents(
      run.tenant,
      resolved.map(({ event }) => event),
      run.now,
      { dryRun: run.dryRun },
    );
    for (const [index, { row, leftOut }] of batch.entries()) {
      const { outcome = 'unchanged', reason = '' } = outcomes[index] ?? {};
      if (outcome === 'refused') {
        run.report.refuse('events', row, [{ field: 'days', reason, value: '' }]);
        continue;
      }
      run.report.count('events', outcome);
      run.report.leaveOut('events', row, [...leftOut, ...(resolved[index]?.problems ?? [])]);
    }
    run.progress.add(batch.length);
  }
  run.progress.end();
}

/** An event that is over at the time of the import is completed, unless its source gives another status. */
function deriveStatus({ status, endDate, endsAt, timeZone }: EventDraft['content'], now: Date): EventStatus {
  if (status !== 'SCHEDULED') return status;
  const isOver = endsAt === undefined ? endDate < toLocalDate(timeZone, now) : new Date(endsAt) < now;
  return isOver ? 'COMPLETED' : 'SCHEDULED';
}

/** Resolves the references of an event. */
function createEventResolver(run: ImportRun) {
  const sessions = createSessionFinder(run.tenant, run);
  const committees = createCommitteeFinder(run.tenant);
  return async ({
    record,
  }: ParsedRow<EventDraft>): Promise<{
    readonly event: CalendarEventContent;
    readonly problems: readonly RowProblem[];
  }> => {
    const { stateId } = record.content;
    const session = record.session && (await sessions.find(record.session));
    const found = await Promise.all(record.committees.map((named) => committees.find(stateId, named)));
    const billIds = session
      ? await billIdsByNaturalKey(
          run.tenant,
          record.bills.map((billNumber) => ({ stateId, session: session.identifier, billNumber })),
        )
      : [];
    return {
      event: {
        ...record.content,
        status: deriveStatus(record.content, run.now),
        ...omitUndefined({ sessionId: session?.id }),
        committees: found.flatMap((committee) =>
          committee ? [{ id: committee.number, name: committee.name }] : [],
        ),
        billIds: billIds.flatMap((id) => id ?? []),
      },
      problems: record.committees.flatMap(({ name }, index) =>
        found[index] === undefined
          ? [{ field: 'committees', reason: 'names no committee of this tenant', value: name }]
          : [],
      ),
    };
  };
}
