// Stores calendar events: each in the counted calendar of its state and in that of all states, by day.
//
// Any range of days of either calendar is found, counted and paged at constant cost. Events of several days are also in
// a short list, so that they are found on each of their days, and each bill has a list of its events. A new event costs
// about 20 write units, and 2 for each of its bills.

import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { type BillEvent, billEventKey, billEvents } from '../../../../shared/legislature/bill-hearings.ts';
import { type CountedList, countedList } from '../../../../shared/lists/counted-list.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import {
  type CalendarEvent,
  type CalendarEventItem,
  type EventWrite,
  eventKey,
  eventSortKey,
  isHeldWithin,
  MAX_DAYS,
} from './calendar-event.ts';
import { putNotice } from './history-store.ts';
import { buildNotice, type NoticeContext } from './notices.ts';
import { buildKeyDateListChanges } from './upcoming-key-dates.ts';

/** A copy of the event in the calendar of all states. */
interface CalendarEventRow extends CalendarEvent {
  readonly type: 'calendar-event-row';
}

/** The entry of an event of several days. */
interface MultiDayEvent {
  readonly type: 'long-event';
  readonly id: string;
  readonly stateId: number;
  readonly startDate: string;
  readonly endDate: string;
}

const rowKey = (tenant: TenantStore, id: string): Key<CalendarEventRow> =>
  tenant.key(`CALENDAR-EVENT#${id}`, 'ROW');
const multiDayEvents = (tenant: TenantStore): Partition<MultiDayEvent> => tenant.partition('CALENDAR-LONG');
const multiDayEventKey = (tenant: TenantStore, { startDate, id }: CalendarEvent): Key<MultiDayEvent> =>
  tenant.key('CALENDAR-LONG', `${startDate}#${id}`);

/** The calendar of a state, or of all states. */
export const eventsByDay = (tenant: TenantStore, stateId?: number): CountedList<CalendarEvent> =>
  countedList<CalendarEvent>(tenant, stateId === undefined ? 'CALENDAR' : `CALENDAR#${stateId}`);

/** The event with this id, if there is one. One read. */
export const eventById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<CalendarEventItem | undefined> => tenant.get(eventKey(tenant, id), options);

/** The existing events with these ids, in their order; one round trip per hundred. */
export async function eventsById(
  tenant: TenantStore,
  ids: readonly string[],
  options?: { readonly consistent?: boolean },
): Promise<CalendarEventItem[]> {
  const keys = ids.map((id) => eventKey(tenant, id));
  return (await tenant.getMany(keys, options)).filter((event) => event !== undefined);
}

/** A range of local days; both ends are inclusive and optional. */
export interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The bounds of a range in a calendar: no event of a day sorts after the day followed by a tilde. */
export const toBounds = ({ from, to }: DayRange) => ({
  from,
  before: to === undefined ? undefined : `${to}~`,
});

/**
 * The events that began before a day and continue on it, by their first day. A few read units for the tenant's events
 * of several days in the year before, and one for each result.
 */
export async function eventsContinuingInto(
  tenant: TenantStore,
  day: string,
  isSelected: (event: Pick<MultiDayEvent, 'stateId'>) => boolean = () => true,
): Promise<CalendarEvent[]> {
  const found = await tenant.queryAll(multiDayEvents(tenant), { from: addDays(day, -MAX_DAYS), to: day });
  const running = found.filter((event) => event.endDate >= day && isSelected(event));
  const events = await eventsById(
    tenant,
    running.map(({ id }) => id),
  );
  return events.filter((event) => event.startDate < day && event.endDate >= day).sort(compareByDay);
}

/** Orders events by first day, then start, as the calendars do. */
export const compareByDay = (a: CalendarEvent, b: CalendarEvent): number =>
  compareTexts(eventSortKey(a), eventSortKey(b));

/**
 * The events of some states, or of all, that are held in a range of days: each once, by their first day. About ten
 * events per read unit.
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

/** The events that concern a bill, by their first day. Two round trips; a read unit for each event. */
export async function eventsByBill(tenant: TenantStore, billId: string | number): Promise<CalendarEvent[]> {
  const { items } = await tenant.query(billEvents(tenant, billId));
  const events = await eventsById(
    tenant,
    items.map(({ eventId }) => eventId),
  );
  // An entry is written before the event and removed after it, so the event itself decides.
  return events.filter(({ billIds }) => billIds.includes(String(billId))).sort(compareByDay);
}

/**
 * Adds the event to the lists of bills that it now concerns, and removes it from those of bills that it no longer does.
 */
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

/** How an event is written; a rewrite that changes nothing for those who attend it gives no notice. */
interface WriteOptions {
  readonly ifMatch?: IfMatch | undefined;
  readonly notice?: NoticeContext;
}

/**
 * Writes an event with the notice of what changes, without the entries of its bills and the counters of the calendars. At most five changes.
 */
export function writeEvent(
  tenant: TenantStore,
  { before, after: event }: EventWrite,
  { ifMatch, notice: context }: WriteOptions = {},
): Change[] {
  const notice = context && buildNotice({ before, after: event }, context);
  const after = notice ? { ...event, noticeCount: notice.number + 1 } : event;
  const sort = eventSortKey(after);
  const { sources, noticeCount, ...visible } = after;
  const item: CalendarEventItem = { ...after, type: 'calendar-event', schemaVersion: 1 };
  const row: CalendarEventRow = { ...visible, type: 'calendar-event-row' };
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
    ...(notice ? [putNotice(tenant, id, notice)] : []),
  ];
}

/** Updates the counters of the calendars in which events are added or move, and the lists of key dates to come. */
export async function buildCalendarChanges(
  tenant: TenantStore,
  writes: readonly EventWrite[],
): Promise<Change[]> {
  const movedEvents = writes.filter(
    ({ before, after }) => !before || eventSortKey(before) !== eventSortKey(after),
  );
  const deltasOf = ({ before, after }: EventWrite) => [
    ...(before ? [{ sort: eventSortKey(before), by: -1 as const }] : []),
    { sort: eventSortKey(after), by: 1 as const },
  ];
  const states = [...new Set(movedEvents.map(({ after }) => after.stateId))];
  const counted = await Promise.all([
    eventsByDay(tenant).changesFor(movedEvents.flatMap(deltasOf)),
    ...states.map((stateId) =>
      eventsByDay(tenant, stateId).changesFor(
        movedEvents.filter(({ after }) => after.stateId === stateId).flatMap(deltasOf),
      ),
    ),
  ]);
  return [...counted.flat(), ...buildKeyDateListChanges(tenant, writes)];
}

/** Rebalances the ranges of the calendars that events are added to, so that none grows without limit. */
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
