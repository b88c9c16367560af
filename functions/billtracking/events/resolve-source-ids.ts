// Finds the stored events that a source's events are, by the ids that the source has given them.
import type { TenantStore } from '../../../shared/data/store.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import type { SourceName } from '../source-name.ts';
import type { SourceEvent } from './match-source-events.ts';
import type { CalendarEvent, CalendarEventContent } from './record/calendar-event.ts';
import { isOfSourceId } from './record/event-sources.ts';
import { aliasesById } from './record/history-store.ts';
import { eventsById } from './record/store.ts';

/** Identifies an event of a source: by its own id, otherwise by state, day, committees and title. */
const naturalKey = ({ sourceId, stateId, startDate, committees, title }: CalendarEventContent): string =>
  JSON.stringify(
    sourceId === undefined
      ? [stateId, startDate, committees.map(({ id }) => id).sort((a, b) => a - b), foldForSort(title)]
      : [stateId, sourceId],
  );

const deriveId = (tenant: TenantStore, key: string, nth = 1): string =>
  recordId(tenant.code, 'calendar-event:source', nth === 1 ? key : `${key}#${nth}`);

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
      const id = deriveId(tenant, key, nth);
      if (takenIds.has(id)) continue;
      seen.set(key, nth);
      return id;
    }
  });
}

/** An event of a source with its id in this tenant. */
export interface ResolvedEvent {
  readonly id: string;
  readonly event: SourceEvent;
  /** The id under which the event is looked for the next time, where it is another one. */
  readonly alias?: string;
  readonly before: CalendarEvent | undefined;
}

const byId = (events: readonly CalendarEvent[]): ReadonlyMap<string, CalendarEvent> =>
  new Map(events.map((event) => [event.id, event]));

/**
 * The stored events under the ids of a source, and the ids that new ones get. An event that has moved has the id under which its source has it
 * now; its former id is free for another event.
 */
export async function resolveSourceEvents(
  tenant: TenantStore,
  source: SourceName,
  incoming: readonly SourceEvent[],
  takenIds: ReadonlySet<string>,
): Promise<ResolvedEvent[]> {
  const derived = deriveEventIds(tenant, incoming, takenIds);
  const hasOwnId = (event: SourceEvent): boolean => event.id === undefined && event.sourceId !== undefined;
  const named = derived.filter((_, index) => incoming[index] && hasOwnId(incoming[index]));
  const [found, aliases] = await Promise.all([
    eventsById(tenant, derived, { consistent: true }),
    aliasesById(tenant, named),
  ]);
  const aliasOf = new Map(named.map((id, index) => [id, aliases[index]]));
  const others = await eventsById(
    tenant,
    aliases.flatMap((id) => id ?? []),
    { consistent: true },
  );
  const stored = byId([...found, ...others]);
  const resolved: ResolvedEvent[] = [];
  const used = new Set<string>();
  const isFree = (event: CalendarEvent): boolean => {
    const isFirst = !used.has(event.id);
    used.add(event.id);
    return isFirst;
  };
  for (const [index, event] of incoming.entries()) {
    const id = derived[index] ?? '';
    if (!hasOwnId(event)) {
      resolved.push({ id, event, before: stored.get(id) });
      continue;
    }
    const before = stored.get(aliasOf.get(id) ?? id) ?? stored.get(id);
    if (!before || (isOfSourceId(before, source, event.sourceId) && isFree(before)))
      resolved.push({ id: before?.id ?? id, event, before });
    else resolved.push(await findFreeId(tenant, source, event));
  }
  return resolved;
}

/** An event whose id was that of one which has moved since. */
async function findFreeId(
  tenant: TenantStore,
  source: SourceName,
  event: SourceEvent,
): Promise<ResolvedEvent> {
  const alias = deriveId(tenant, naturalKey(event));
  for (let nth = 2; ; nth += 1) {
    const id = deriveId(tenant, naturalKey(event), nth);
    const [before] = await eventsById(tenant, [id], { consistent: true });
    if (!before || isOfSourceId(before, source, event.sourceId)) return { id, event, before, alias };
  }
}

/** The stored events with these ids of a source, in their order. Two round trips. */
export async function eventsBySourceId(
  tenant: TenantStore,
  source: SourceName,
  events: readonly Pick<CalendarEventContent, 'stateId' | 'sourceId'>[],
): Promise<(CalendarEvent | undefined)[]> {
  const ids = events.map(({ stateId, sourceId }) => deriveId(tenant, JSON.stringify([stateId, sourceId])));
  const aliases = await aliasesById(tenant, ids);
  const found = byId(
    await eventsById(tenant, [...new Set([...ids, ...aliases.flatMap((id) => id ?? [])])], {
      consistent: true,
    }),
  );
  return ids.map((id, index) => {
    const event = found.get(aliases[index] ?? id) ?? found.get(id);
    return event && isOfSourceId(event, source, events[index]?.sourceId) ? event : undefined;
  });
}
