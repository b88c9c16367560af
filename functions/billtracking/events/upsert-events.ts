// Imports calendar events from a source: creates new ones, and updates those that the source has changed.
import { type Change, commit, StaleRead } from '../../../shared/data/changes.ts';
import { contentHash } from '../../../shared/data/content-hash.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { daysBetween } from '../../../shared/time/calendar-day.ts';
import {
  applyEventContent,
  type CalendarEvent,
  type CalendarEventContent,
  type EventWrite,
  hashContent,
  MAX_DAYS,
} from './calendar-event.ts';
import type { SourceEvent } from './match-source-events.ts';
import {
  buildBillEntryChanges,
  buildCalendarChanges,
  eventsById,
  rebalanceCalendars,
  writeEvent,
} from './store.ts';

/** The outcome of an imported event. */
export interface UpsertedEvent {
  readonly id: string;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** Why it was refused. */
  readonly reason?: string;
}

interface UpsertOptions {
  /** Report what would happen and write nothing. */
  readonly dryRun?: boolean;
  /** Ids that no new event may get: those of stored events that have moved. */
  readonly takenIds?: ReadonlySet<string>;
}

/** Events per transaction of 100 changes: each needs at most four, and moves in two counted calendars. */
const EVENTS_PER_COMMIT = 8;
const ENTRIES_PER_COMMIT = 100;
const MAX_ATTEMPTS = 12;

/** Identifies an event of a source: by its own id, otherwise by state, day, committees and title. */
const naturalKey = ({ sourceId, stateId, startDate, committees, title }: CalendarEventContent): string =>
  JSON.stringify(
    sourceId === undefined
      ? [stateId, startDate, committees.map(({ id }) => id).sort((a, b) => a - b), foldForSort(title)]
      : [stateId, sourceId],
  );

/** The id of an event that its source identifies. */
export const sourceEventId = (tenant: TenantStore, stateId: number, sourceId: string): string =>
  recordId(tenant.code, 'calendar-event:source', JSON.stringify([stateId, sourceId]));

/**
 * The ids of events from a source, the same at every import. Events of one batch with the same natural key, such as a
 * committee's morning and afternoon meetings, are distinguished by their order.
 * @param takenIds ids of stored events that are other events now, because they have moved
 */
function deriveEventIds(
  tenant: TenantStore,
  incoming: readonly SourceEvent[],
  takenIds: ReadonlySet<string>,
): string[] {
  const seen = new Map<string, number>();
  return incoming.map((event) => {
    if (event.id !== undefined) return event.id;
    const key = naturalKey(event);
    for (let nth = (seen.get(key) ?? 0) + 1; ; nth += 1) {
      const id = recordId(tenant.code, 'calendar-event:source', nth === 1 ? key : `${key}#${nth}`);
      if (takenIds.has(id)) continue;
      seen.set(key, nth);
      return id;
    }
  });
}

interface IncomingEvent {
  readonly id: string;
  readonly content: CalendarEventContent;
}

/** Why an event is refused: its days are invalid. */
function findRefusalReason(content: CalendarEventContent | undefined): string | undefined {
  const { startDate = '', endDate = '' } = content ?? {};
  if (endDate < startDate) return `endDate (${endDate}) must not be before startDate (${startDate}).`;
  return daysBetween(startDate, endDate) >= MAX_DAYS
    ? `endDate must be within ${MAX_DAYS} days of startDate (${startDate}), but was ${endDate}.`
    : undefined;
}

/** An event to be written, or `before` when the source has no changes. */
interface PlannedEvent extends EventWrite {
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

function planEvent(
  { id, content }: IncomingEvent,
  before: CalendarEvent | undefined,
  now: Date,
): PlannedEvent {
  const importedHash = hashContent(content);
  const witnesses = content.witnesses ?? before?.witnesses;
  // Changes that people made are preserved until the source itself changes.
  if (before && before.contentHash === importedHash) {
    const isCompleted = before.status === 'SCHEDULED' && content.status === 'COMPLETED';
    const hasWitnesses = contentHash(witnesses ?? []) === contentHash(before.witnesses ?? []);
    if (!isCompleted && hasWitnesses) return { before, after: before, outcome: 'unchanged' };
    const status = isCompleted ? 'COMPLETED' : before.status;
    return {
      before,
      after: applyEventContent(id, before, { ...before, status, witnesses }, now),
      outcome: 'updated',
    };
  }
  const after = applyEventContent(id, before, { ...content, witnesses }, now, importedHash);
  return { before, after, outcome: before ? 'updated' : 'created' };
}

/**
 * Imports events and reports the outcome of each, in their order. Importing the same events again changes nothing and
 * costs a read each. Safe to interrupt and repeat: an event and the calendars' counters are one transaction.
 *
 * @throws Failure SERVICE_BUSY when the same events keep changing concurrently
 */
export async function upsertEvents(
  tenant: TenantStore,
  incoming: readonly SourceEvent[],
  now: Date,
  { dryRun = false, takenIds = new Set() }: UpsertOptions = {},
): Promise<UpsertedEvent[]> {
  const candidates = deriveEventIds(tenant, incoming, takenIds).map((id, index) => ({
    id,
    content: incoming[index],
    reason: findRefusalReason(incoming[index]),
  }));
  const accepted = candidates.flatMap(({ id, content, reason }) =>
    content && reason === undefined ? [{ id, content }] : [],
  );
  const plans = await planEvents(tenant, accepted, now);
  const outcomes = new Map(plans.map(({ after, outcome }) => [after.id, outcome]));
  const changed = accepted.filter(({ id }) => outcomes.get(id) !== 'unchanged');
  if (!dryRun)
    for (let start = 0; start < changed.length; start += EVENTS_PER_COMMIT)
      for (const { after, outcome } of await commitEvents(
        tenant,
        changed.slice(start, start + EVENTS_PER_COMMIT),
        now,
      ))
        outcomes.set(after.id, outcome);
  return candidates.map(({ id, reason }) =>
    reason === undefined
      ? { id, outcome: outcomes.get(id) ?? 'unchanged' }
      : { id, outcome: 'refused', reason },
  );
}

async function planEvents(
  tenant: TenantStore,
  incoming: readonly IncomingEvent[],
  now: Date,
): Promise<PlannedEvent[]> {
  const ids = incoming.map(({ id }) => id);
  const events = await eventsById(tenant, ids, { consistent: true });
  const stored = new Map(events.map((event) => [event.id, event]));
  return incoming.map((event) => planEvent(event, stored.get(event.id), now));
}

/** Writes some events, planning them again when they are changed concurrently. */
async function commitEvents(
  tenant: TenantStore,
  incoming: readonly IncomingEvent[],
  now: Date,
): Promise<readonly PlannedEvent[]> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const plans = await planEvents(tenant, incoming, now);
    const writes = plans.filter(({ outcome }) => outcome !== 'unchanged');
    const entries = writes.map((write) => buildBillEntryChanges(tenant, write));
    try {
      // An agenda may have more bills than a transaction allows: entries are added before the event is written and
      // removed after.
      await commitInParts(entries.flatMap(({ additions }) => additions));
      await rebalanceCalendars(
        tenant,
        writes.map(({ after }) => after),
      );
      await commit([
        ...writes.flatMap((write) => writeEvent(tenant, write)),
        ...(await buildCalendarChanges(tenant, writes)),
      ]);
      await commitInParts(entries.flatMap(({ removals }) => removals));
      return plans;
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
    }
  }
  throw new Failure('SERVICE_BUSY');
}

async function commitInParts(changes: readonly Change[]): Promise<void> {
  for (let start = 0; start < changes.length; start += ENTRIES_PER_COMMIT)
    await commit(changes.slice(start, start + ENTRIES_PER_COMMIT));
}
