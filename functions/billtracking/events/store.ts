// Where calendar events are kept: each in the calendar of its state and in that of all states, by day and counted.
//
// Any days of either calendar are found, counted and paged at a flat cost, however many events the tenant holds. What
// takes several days stands in a short list beside them, so that it is found on each of its days; what a bill is
// concerned with stands under the bill. A new event costs about 20 write units, and 2 for each of its bills.

import { type Change, put, remove } from '../../../shared/data/changes.ts';
import { type CountedList, countedList } from '../../../shared/data/counted-list.ts';
import type { Key, Partition, Position, TenantStore } from '../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../shared/http/etag.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import {
  type CalendarEvent,
  type CalendarEventItem,
  eventKey,
  eventSortKey,
  isHeldWithin,
  MAX_DAYS,
} from './calendar-event.ts';

/** An event once more, in the calendar of all states. */
interface CalendarEventRow extends CalendarEvent {
  readonly type: 'calendar-event-row';
}

/** That an event takes several days. */
interface MultiDayEvent {
  readonly type: 'long-event';
  readonly id: string;
  readonly stateId: number;
  readonly startDate: string;
  readonly endDate: string;
}

/** That an event is about a bill, or once was. */
interface BillEvent {
  readonly type: 'bill-event';
  readonly eventId: string;
}

const rowKey = (tenant: TenantStore, id: string): Key<CalendarEventRow> =>
  tenant.key(`CALENDAR-EVENT#${id}`, 'ROW');
const multiDayEvents = (tenant: TenantStore): Partition<MultiDayEvent> => tenant.partition('CALENDAR-LONG');
const multiDayEventKey = (tenant: TenantStore, { startDate, id }: CalendarEvent): Key<MultiDayEvent> =>
  tenant.key('CALENDAR-LONG', `${startDate}#${id}`);
const billEventKey = (tenant: TenantStore, billId: string, eventId: string): Key<BillEvent> =>
  tenant.key(`BILL-EVENTS#${billId}`, eventId);

/** The calendar of a state, or of all of them. */
export const eventsByDay = (tenant: TenantStore, stateId?: number): CountedList<CalendarEvent> =>
  countedList<CalendarEvent>(tenant, stateId === undefined ? 'CALENDAR' : `CALENDAR#${stateId}`);

/** The event with this id, if there is one. One read. */
export const eventById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<CalendarEventItem | undefined> => tenant.get(eventKey(tenant, id), options);

/** The events with these ids, in their order, those that are there; one round trip per hundred. */
export async function eventsById(
  tenant: TenantStore,
  ids: readonly string[],
  options?: { readonly consistent?: boolean },
): Promise<CalendarEventItem[]> {
  const keys = ids.map((id) => eventKey(tenant, id));
  return (await tenant.getMany(keys, options)).filter((event) => event !== undefined);
}

/** Some days, both inclusive and of the state's own calendar; open where one is left out. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Days as bounds of a calendar: no event of a day sorts after the day with a tilde. */
export const toBounds = ({ from, to }: DayRange) => ({
  from,
  before: to === undefined ? undefined : `${to}~`,
});

/**
 * What began before a day and is held on it still, by its first day. Some read units for the tenant's longer events of the
 * year before, and one each for those that are.
 */
export async function eventsContinuingInto(
  tenant: TenantStore,
  day: string,
  isWanted: (event: Pick<MultiDayEvent, 'stateId'>) => boolean = () => true,
): Promise<CalendarEvent[]> {
  const found: MultiDayEvent[] = [];
  const range = {
    from: addDays(day, -MAX_DAYS),
    to: day,
  };
  let after: Position | undefined;
  do {
    const page = await tenant.query(multiDayEvents(tenant), { ...range, ...(after && { after }) });
    found.push(...page.items);
    after = page.next;
  } while (after);
  const running = found.filter((event) => event.endDate >= day && isWanted(event));
  const events = await eventsById(
    tenant,
    running.map(({ id }) => id),
  );
  return events.filter((event) => event.startDate < day && event.endDate >= day).sort(compareByDay);
}

/** By the first day, then the hour, as the calendars are. */
export const compareByDay = (a: CalendarEvent, b: CalendarEvent): number =>
  eventSortKey(a) < eventSortKey(b) ? -1 : eventSortKey(a) > eventSortKey(b) ? 1 : 0;

/**
 * The events of some states, or of all, that are held on any of some days: each once, by their first day. Costs a read
 * unit for some ten of those, and nothing for others.
 */
export async function eventsInRange(
  tenant: TenantStore,
  { stateIds, from, to }: DayRange & { readonly stateIds?: readonly number[] | undefined },
): Promise<CalendarEvent[]> {
  if (from !== undefined && to !== undefined && to < from) return [];
  const calendars = stateIds
    ? [...new Set(stateIds)].map((id) => eventsByDay(tenant, id))
    : [eventsByDay(tenant)];
  const [running, ...begun] = await Promise.all([
    from === undefined
      ? []
      : eventsContinuingInto(
          tenant,
          from,
          ({ stateId }) => stateIds === undefined || stateIds.includes(stateId),
        ),
    ...calendars.map((calendar) => calendar.between(toBounds({ from, to }))),
  ]);
  return [...running, ...begun.flat()]
    .filter((event) => isHeldWithin(event, { from, to }))
    .sort(compareByDay);
}

/** The events that are about a bill, by their first day. Two round trips; a read unit for each event. */
export async function eventsByBill(tenant: TenantStore, billId: string | number): Promise<CalendarEvent[]> {
  const { items } = await tenant.query(tenant.partition<BillEvent>(`BILL-EVENTS#${billId}`));
  const events = await eventsById(
    tenant,
    items.map(({ eventId }) => eventId),
  );
  // An entry is written before the event and removed after it, so the event itself decides.
  return events.filter(({ billIds }) => billIds.includes(String(billId))).sort(compareByDay);
}

/** An event that is written, and as it was before. */
export interface EventWrite {
  readonly before: CalendarEvent | undefined;
  readonly after: CalendarEvent;
}

/** The entries of the bills that an event has come to be about, and of those that it no longer is. */
export const buildBillEntryChanges = (
  tenant: TenantStore,
  { before, after }: EventWrite,
): { readonly additions: Change[]; readonly removals: Change[] } => {
  const entry: BillEvent = { type: 'bill-event', eventId: after.id };
  const key = (billId: string) => billEventKey(tenant, billId, after.id);
  return {
    additions: after.billIds.filter((id) => !before?.billIds.includes(id)).map((id) => put(key(id), entry)),
    removals: (before?.billIds ?? [])
      .filter((id) => !after.billIds.includes(id))
      .map((id) => remove(key(id))),
  };
};

const isMultiDay = (event: CalendarEvent | undefined): event is CalendarEvent =>
  event !== undefined && event.endDate > event.startDate;

/** Writes an event where it is kept, without its bills' entries and the calendars' counters. At most four changes. */
export function writeEvent(tenant: TenantStore, { before, after }: EventWrite, ifMatch?: IfMatch): Change[] {
  const sort = eventSortKey(after);
  const item: CalendarEventItem = { ...after, type: 'calendar-event', schemaVersion: 1 };
  const row: CalendarEventRow = { ...after, type: 'calendar-event-row' };
  const { id, stateId, startDate, endDate } = after;
  return [
    put(eventKey(tenant, id), item, {
      ...ifUnchangedOrAbsent(before, ifMatch),
      listed: { listing: eventsByDay(tenant, stateId).listing, sort },
    }),
    put(rowKey(tenant, id), row, { listed: { listing: eventsByDay(tenant).listing, sort } }),
    ...(isMultiDay(before) && !(isMultiDay(after) && before.startDate === startDate)
      ? [remove(multiDayEventKey(tenant, before))]
      : []),
    ...(isMultiDay(after)
      ? [put(multiDayEventKey(tenant, after), { type: 'long-event', id, stateId, startDate, endDate })]
      : []),
  ];
}

/** The counters of the calendars that events come to, or move in. */
export async function buildCountChanges(
  tenant: TenantStore,
  writes: readonly EventWrite[],
): Promise<Change[]> {
  const moved = writes.filter(({ before, after }) => !before || eventSortKey(before) !== eventSortKey(after));
  const deltasOf = ({ before, after }: EventWrite) => [
    ...(before ? [{ sort: eventSortKey(before), by: -1 as const }] : []),
    { sort: eventSortKey(after), by: 1 as const },
  ];
  const states = [...new Set(moved.map(({ after }) => after.stateId))];
  const counted = await Promise.all([
    eventsByDay(tenant).changesFor(moved.flatMap(deltasOf)),
    ...states.map((stateId) =>
      eventsByDay(tenant, stateId).changesFor(
        moved.filter(({ after }) => after.stateId === stateId).flatMap(deltasOf),
      ),
    ),
  ]);
  return counted.flat();
}

/** Brings the stretches of the calendars that events come to into proportion, so that none grows for ever. */
export async function rebalanceCalendars(
  tenant: TenantStore,
  events: readonly CalendarEvent[],
): Promise<void> {
  const states = [...new Set(events.map(({ stateId }) => stateId))];
  await Promise.all([
    eventsByDay(tenant).rebalance(events.map(eventSortKey)),
    ...states.map((stateId) =>
      eventsByDay(tenant, stateId).rebalance(
        events.filter((event) => event.stateId === stateId).map(eventSortKey),
      ),
    ),
  ]);
}
