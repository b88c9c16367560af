// Imports calendar events from a source: creates new ones, and updates those that the source has changed.
import { type Change, commit, StaleRead } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { isOver } from '../../../shared/legislature/is-over.ts';
import { addDays, daysBetween } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { SourceName } from '../source-name.ts';
import { findSameHearing, MOVED_DAYS, matchMovedEvents } from './find-same-event.ts';
import type { SourceEvent } from './match-source-events.ts';
import { type PlannedEvent, planSourceEvent } from './plan-source-event.ts';
import { type CalendarEvent, type CalendarEventContent, MAX_DAYS } from './record/calendar-event.ts';
import { hasProvider, readSources } from './record/event-sources.ts';
import { markSeen, putAlias } from './record/history-store.ts';
import { loadBillNumbers } from './record/notices.ts';
import {
  buildBillEntryChanges,
  buildCalendarChanges,
  eventsById,
  eventsInRange,
  rebalanceCalendars,
  writeEvent,
} from './record/store.ts';
import { type ResolvedEvent, resolveSourceEvents } from './resolve-source-ids.ts';

/** The outcome of an imported event. */
export interface UpsertedEvent {
  readonly id: string;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'refused';
  /** Why it was refused. */
  readonly reason?: string;
  /** Its source lists it no longer, and another one does, so that it was not cancelled. */
  readonly isStillListed?: true;
}

interface UpsertOptions {
  /** Report what would happen and write nothing. */
  readonly dryRun?: boolean;
  /** Where the events come from; `IMPORT` by default, whose events are not compared with those of others. */
  readonly source?: SourceName;
  /** Ids that no new event may get: those of stored events that have moved. */
  readonly takenIds?: ReadonlySet<string>;
  /** Stored events that the source lists no longer: a new event may be one of them that has moved. */
  readonly goneIds?: ReadonlySet<string>;
}

/** Events per transaction of 100 changes: each needs at most six, and moves in two counted calendars. */
const EVENTS_PER_COMMIT = 8;
const ENTRIES_PER_COMMIT = 100;
const MAX_ATTEMPTS = 12;

/** Why an event is refused: its days are invalid. */
function findRefusalReason(content: CalendarEventContent | undefined): string | undefined {
  const { startDate = '', endDate = '' } = content ?? {};
  if (endDate < startDate) return `endDate (${endDate}) must not be before startDate (${startDate}).`;
  return daysBetween(startDate, endDate) >= MAX_DAYS
    ? `endDate must be within ${MAX_DAYS} days of startDate (${startDate}), but was ${endDate}.`
    : undefined;
}

/** An event that its source deleted may have been created again some days after. */
export const DAYS_TO_RETURN = 7;

/** What stays the same over the attempts of an import. */
interface ImportContext {
  readonly tenant: TenantStore;
  readonly source: SourceName;
  readonly now: Date;
}

/** Whether a source has withdrawn an event lately, so that a new one may be the same. */
export const isWithdrawnLately = (
  event: CalendarEvent,
  { source, now }: Pick<ImportContext, 'source' | 'now'>,
): boolean =>
  readSources(event).some(
    (one) =>
      one.withdrawnBy === source &&
      (one.withdrawnOn ?? '') >= addDays(toLocalDate(event.timeZone, now), -DAYS_TO_RETURN),
  );

/**
 * Finds the stored events that new ones of a source are: those that it had under other ids, then those that other sources have. About ten
 * stored events of the state and the days around them per read unit; nothing where no event is new.
 */
async function findKnownEvents(
  context: ImportContext,
  resolved: readonly ResolvedEvent[],
  goneIds: ReadonlySet<string>,
): Promise<ResolvedEvent[]> {
  const isNew = ({ event, before }: ResolvedEvent): boolean =>
    before === undefined && event.sourceId !== undefined && !event.isWithdrawn;
  const found = new Map<SourceEvent, CalendarEvent>();
  for (const [stateId, rows] of Map.groupBy(resolved.filter(isNew), ({ event }) => event.stateId)) {
    const today = toLocalDate(rows[0]?.event.timeZone ?? 'UTC', context.now);
    const days = [today, ...rows.map(({ event }) => event.startDate)].sort();
    const stored = await eventsInRange(context.tenant, {
      ...{ stateIds: [stateId], from: days[0] },
      to: addDays(days.at(-1) ?? today, MOVED_DAYS.withBills),
    });
    const used = new Set(resolved.flatMap(({ before }) => before?.id ?? []));
    const gone = stored.filter(
      (event) =>
        !used.has(event.id) &&
        !isOver(event, context.now) &&
        (goneIds.has(event.id) || isWithdrawnLately(event, context)),
    );
    const moved = matchMovedEvents(
      gone,
      rows.map(({ event }) => event),
    );
    for (const [event, before] of moved) {
      found.set(event, before);
      used.add(before.id);
    }
    for (const { event } of rows) {
      if (found.has(event)) continue;
      const others = stored.filter(
        (one) => !used.has(one.id) && readSources(one).length > 0 && !hasProvider(one, context.source),
      );
      const same = findSameHearing(others, event);
      if (!same) continue;
      found.set(event, same);
      used.add(same.id);
    }
  }
  return resolved.map((one) => {
    const before = found.get(one.event);
    return before ? { id: before.id, event: one.event, before, alias: one.alias ?? one.id } : one;
  });
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
  { dryRun = false, source = 'IMPORT', takenIds = new Set(), goneIds = new Set() }: UpsertOptions = {},
): Promise<UpsertedEvent[]> {
  const context = { tenant, source, now };
  const derived = await resolveSourceEvents(tenant, source, incoming, takenIds);
  const resolved = source === 'IMPORT' ? derived : await findKnownEvents(context, derived, goneIds);
  const candidates = resolved.map((one) => ({ ...one, reason: findRefusalReason(one.event) }));
  const accepted = candidates.filter(({ reason }) => reason === undefined);
  const plan = ({ id, event, before }: ResolvedEvent) => planSourceEvent(id, event, before, context);
  const plans = new Map(accepted.map((one) => [one.id, plan(one)]));
  const changed = accepted.filter(({ id }) => plans.get(id)?.outcome !== 'unchanged');
  if (!dryRun) {
    for (let start = 0; start < changed.length; start += EVENTS_PER_COMMIT)
      for (const planned of await commitEvents(context, changed.slice(start, start + EVENTS_PER_COMMIT)))
        plans.set(planned.after.id, planned);
    const listed = accepted.filter(({ event }) => !event.isWithdrawn);
    await markSeen(
      tenant,
      source,
      new Map(listed.map(({ id, event }) => [id, toLocalDate(event.timeZone, now)])),
    );
  }
  return candidates.map(({ id, reason, event }) => {
    if (reason !== undefined) return { id, outcome: 'refused', reason };
    const planned = plans.get(id);
    const isStillListed = event.isWithdrawn && planned?.after.status !== 'CANCELLED';
    return { id, outcome: planned?.outcome ?? 'unchanged', ...(isStillListed && { isStillListed }) };
  });
}

/** Writes some events, planning them again when they are changed concurrently. */
async function commitEvents(
  context: ImportContext,
  incoming: readonly ResolvedEvent[],
): Promise<readonly PlannedEvent[]> {
  const { tenant, source, now } = context;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const stored = await eventsById(
      tenant,
      incoming.map(({ id }) => id),
      { consistent: true },
    );
    const current = new Map(stored.map((event) => [event.id, event]));
    const plans = incoming.map(({ id, event }) => planSourceEvent(id, event, current.get(id), context));
    const writes = plans.filter(({ outcome }) => outcome !== 'unchanged');
    const entries = writes.map((write) => buildBillEntryChanges(tenant, write));
    const notice = { author: { source }, now, billNumbers: await loadBillNumbers(tenant, writes) };
    try {
      // An agenda may have more bills than a transaction allows: entries are added before the event is written and
      // removed after.
      await commitInParts(entries.flatMap(({ additions }) => additions));
      await rebalanceCalendars(
        tenant,
        writes.map(({ after }) => after),
      );
      await commit([
        ...writes.flatMap((write) => writeEvent(tenant, write, { notice })),
        ...incoming.flatMap(({ id, alias }) =>
          alias === undefined || alias === id ? [] : [putAlias(tenant, alias, id)],
        ),
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
