// Imports events that a source has deleted: those that have not begun and do not come back under another id are cancelled.
import { commit } from '../../../shared/data/changes.ts';
import type { Row } from '../../../shared/import/rows/row-source.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { withdrawEvent } from '../events/match-source-events.ts';
import type { CalendarEvent } from '../events/record/calendar-event.ts';
import { isOfSourceId, viewBySource } from '../events/record/event-sources.ts';
import {
  type HeldDeletion,
  holdDeletion,
  listHeldDeletions,
  removeHeldDeletion,
} from '../events/record/history-store.ts';
import { eventsById } from '../events/record/store.ts';
import { eventsBySourceId } from '../events/resolve-source-ids.ts';
import { withdrawEvents } from './import-events.ts';
import type { EventDraft } from './read/bill-draft.ts';
import type { SourceRun } from './source-run.ts';

const hasBegun = ({ startsAt, startDate, timeZone }: CalendarEvent, now: Date): boolean =>
  startsAt === undefined ? startDate < toLocalDate(timeZone, now) : new Date(startsAt) <= now;

/** A deleted event that the tenant has and that has not begun. */
type DeletedEvent = Pick<HeldDeletion, 'eventId' | 'sourceId'>;

/**
 * The stored events that a source has deleted. Open States deletes every event that a legislature lists no longer, also when it was held, so
 * that one which has begun stays as it is; and one whose time or name is another is deleted and created under another id (openstates-core,
 * importers/events.py: get_object, postimport).
 */
export async function findDeletedEvents(
  run: SourceRun,
  rows: readonly Row<EventDraft>[],
): Promise<DeletedEvent[]> {
  const named = rows.flatMap((row) => ('record' in row ? [row.record.content] : []));
  const stored = await eventsBySourceId(run.tenant, run.source, named);
  return stored.flatMap((event, index) => {
    const sourceId = named[index]?.sourceId;
    const isListed = event && viewBySource(event, run.source) && !hasBegun(event, run.now);
    return isListed && sourceId !== undefined ? [{ eventId: event.id, sourceId }] : [];
  });
}

/** Holds deleted events of a state until its other events are imported. */
export async function holdDeletedEvents(
  { tenant, source }: SourceRun,
  stateId: number,
  deleted: readonly DeletedEvent[],
): Promise<void> {
  for (const one of deleted) await commit([holdDeletion(tenant, source, stateId, one)]);
}

/** Lets go of the deleted events that an earlier run held and did not come to cancel. */
export async function releaseDeletedEvents({ tenant, source }: SourceRun, stateId: number): Promise<void> {
  for (const { eventId } of await listHeldDeletions(tenant, source, stateId))
    await commit([removeHeldDeletion(tenant, source, stateId, eventId)]);
}

/** Cancels the deleted events that were not found again under another id. */
export async function cancelDeletedEvents(run: SourceRun, deleted: readonly DeletedEvent[]): Promise<void> {
  const stored = await eventsById(
    run.tenant,
    deleted.map(({ eventId }) => eventId),
    { consistent: true },
  );
  const sourceIds = new Map(deleted.map(({ eventId, sourceId }) => [eventId, sourceId]));
  await withdrawEvents(
    run,
    stored.filter((event) => isOfSourceId(event, run.source, sourceIds.get(event.id))).map(withdrawEvent),
  );
}

/** Cancels the deleted events of a state that were held and not found again. */
export async function cancelHeldEvents(run: SourceRun, stateId: number): Promise<void> {
  await cancelDeletedEvents(run, await listHeldDeletions(run.tenant, run.source, stateId));
  await releaseDeletedEvents(run, stateId);
}
