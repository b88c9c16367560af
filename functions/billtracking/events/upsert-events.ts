// Brings calendar events in from a source: new ones are created, others changed where the source says something new.
import { type Change, commit, StaleRead } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { daysBetween } from '../../../shared/time/calendar-day.ts';
import {
  applyEventContent,
  type CalendarEvent,
  type CalendarEventContent,
  hashContent,
  MAX_DAYS,
} from './calendar-event.ts';
import {
  buildBillEntryChanges,
  buildCountChanges,
  type EventWrite,
  eventsById,
  rebalanceCalendars,
  writeEvent,
} from './store.ts';

/** What became of an incoming event. */
export interface UpsertedEvent {
  readonly id: string;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** Why it was refused. */
  readonly reason?: string;
}

interface UpsertOptions {
  /** Compare only; what would happen is told, nothing is written. */
  readonly dryRun?: boolean;
}

/** So many events share a transaction of 100 changes: each has four at most, and moves in two counted calendars. */
const EVENTS_PER_COMMIT = 8;
const ENTRIES_PER_COMMIT = 100;
const MAX_ATTEMPTS = 12;

/** What names an event at its source: its own id, or else state, day, committees and title. */
const naturalKey = ({ sourceId, stateId, startDate, committees, title }: CalendarEventContent): string =>
  JSON.stringify(
    sourceId === undefined
      ? [stateId, startDate, committees.map(({ id }) => id).sort((a, b) => a - b), foldForSort(title)]
      : [stateId, sourceId],
  );

/**
 * The ids of events from a source, the same at every import. Two of one batch that the natural key does not tell apart,
 * such as a committee's morning and afternoon, are told apart by their order.
 */
function deriveEventIds(tenant: TenantStore, incoming: readonly CalendarEventContent[]): string[] {
  const seen = new Map<string, number>();
  return incoming.map((content) => {
    const key = naturalKey(content);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return recordId(tenant.code, 'calendar-event:source', nth === 0 ? key : `${key}#${nth + 1}`);
  });
}

interface IncomingEvent {
  readonly id: string;
  readonly content: CalendarEventContent;
}

/** What is wrong with the days of an event. */
function findRefusalReason(content: CalendarEventContent | undefined): string | undefined {
  const { startDate = '', endDate = '' } = content ?? {};
  if (endDate < startDate) return `endDate (${endDate}) must not be before startDate (${startDate}).`;
  return daysBetween(startDate, endDate) >= MAX_DAYS
    ? `endDate must be within ${MAX_DAYS} days of startDate (${startDate}), but was ${endDate}.`
    : undefined;
}

/** An event to be written, or `before` when the source tells nothing new of it. */
interface PlannedEvent extends EventWrite {
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

function planEvent(
  { id, content }: IncomingEvent,
  before: CalendarEvent | undefined,
  now: Date,
): PlannedEvent {
  const told = hashContent(content);
  // What a tenant changed by hand stays until the source itself says something new.
  if (before && before.contentHash === told) {
    if (before.status !== 'SCHEDULED' || content.status !== 'COMPLETED')
      return { before, after: before, outcome: 'unchanged' };
    return {
      before,
      after: applyEventContent(id, before, { ...before, status: 'COMPLETED' }, now),
      outcome: 'updated',
    };
  }
  const after = applyEventContent(id, before, content, now, told);
  return { before, after, outcome: before ? 'updated' : 'created' };
}

/**
 * Brings events in and tells what became of each, in their order. The same events again change nothing and cost a read
 * each. Safe to break off and to repeat: an event and the calendars' counters are one transaction.
 *
 * @throws Failure SERVICE_BUSY when others keep changing the same events
 */
export async function upsertEvents(
  tenant: TenantStore,
  incoming: readonly CalendarEventContent[],
  now: Date,
  { dryRun = false }: UpsertOptions = {},
): Promise<UpsertedEvent[]> {
  const told = deriveEventIds(tenant, incoming).map((id, at) => ({
    id,
    content: incoming[at],
    reason: findRefusalReason(incoming[at]),
  }));
  const sound = told.flatMap(({ id, content, reason }) =>
    content && reason === undefined ? [{ id, content }] : [],
  );
  const plans = await planEvents(tenant, sound, now);
  const outcomes = new Map(plans.map(({ after, outcome }) => [after.id, outcome]));
  const news = sound.filter(({ id }) => outcomes.get(id) !== 'unchanged');
  if (!dryRun)
    for (let start = 0; start < news.length; start += EVENTS_PER_COMMIT)
      for (const { after, outcome } of await commitEvents(
        tenant,
        news.slice(start, start + EVENTS_PER_COMMIT),
        now,
      ))
        outcomes.set(after.id, outcome);
  return told.map(({ id, reason }) =>
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
  const kept = new Map(events.map((event) => [event.id, event]));
  return incoming.map((one) => planEvent(one, kept.get(one.id), now));
}

/** Writes some events; they are planned anew when others change them meanwhile. */
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
      // An agenda may hold more bills than a transaction does: their entries come before the event and go after it.
      await commitInParts(entries.flatMap(({ additions }) => additions));
      await rebalanceCalendars(
        tenant,
        writes.map(({ after }) => after),
      );
      await commit([
        ...writes.flatMap((write) => writeEvent(tenant, write)),
        ...(await buildCountChanges(tenant, writes)),
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
