// Writes events as an iCalendar file (RFC 5545). The same events give the same bytes, so that an unchanged feed is a
// 304.
import {
  ICalAlarmType,
  type ICalCalendar,
  type ICalEvent,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { createCalendar } from '../../../../shared/calendar/create-calendar.ts';
import { describeRepeatedHour, setMoments } from '../../../../shared/calendar/moments.ts';
import { movePropertiesFirst } from '../../../../shared/calendar/properties-first.ts';
import { defaultReminderDays } from '../../../../shared/subscriptions/subscription.ts';
import { buildVtimezone } from '../../../../shared/time/vtimezone.ts';
import type { CalendarEvent, EventStatus } from '../record/calendar-event.ts';

/** An event with the numbers of the bills on its agenda. */
export interface FeedEvent {
  readonly event: CalendarEvent;
  readonly billNumbers: readonly string[];
}

/** A bill that a saved search found, shown as an entry of the day on which it was found. */
export interface FeedBill {
  /** Unique within the tenant. */
  readonly id: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly foundAt: string;
  readonly title: string;
  readonly description: string;
  readonly url?: string | undefined;
}

const product = 'Legislative calendar';

const statuses: Readonly<Record<EventStatus, ICalEventStatus>> = {
  SCHEDULED: ICalEventStatus.CONFIRMED,
  COMPLETED: ICalEventStatus.CONFIRMED,
  CANCELLED: ICalEventStatus.CANCELLED,
  // A postponed event has no new date yet.
  POSTPONED: ICalEventStatus.TENTATIVE,
};

/** In addition to the status, which not every program shows. */
const titlePrefixes: Readonly<Partial<Record<EventStatus, string>>> = {
  CANCELLED: 'Cancelled: ',
  POSTPONED: 'Postponed: ',
};

function setTimes(
  entry: ICalEvent,
  { isAllDay, startDate, endDate, startsAt, endsAt, timeZone }: CalendarEvent,
): void {
  if (isAllDay || startsAt === undefined) {
    entry.allDay(true);
    entry.start(Temporal.PlainDate.from(startDate));
    // The end of an all-day event is exclusive.
    entry.end(Temporal.PlainDate.from(endDate).add({ days: 1 }));
    return;
  }
  setMoments(entry, { startsAt, endsAt, timeZone });
}

/**
 * The file of a paused feed: no hearing, because one that moves during the pause would stay at its old time in every
 * calendar, and one entry of the day of the pause that says so. Calendar programs drop a feed that they cannot fetch, or
 * show what they fetched last, so it is not refused; and a calendar without any component is none (RFC 5545 3.6).
 */
export function buildPausedCalendarFile(name: string, host: string, id: string, pausedAt: Date): string {
  const calendar = createCalendar(`${name} (paused)`, product);
  const day = Temporal.PlainDate.from(pausedAt.toISOString().slice(0, 10));
  calendar.createEvent({
    id: `paused-${id}@${host}`,
    stamp: pausedAt,
    allDay: true,
    start: day,
    end: day.add({ days: 1 }),
    summary: `Paused: ${name}`,
    description: 'This calendar shows no events until the subscription is resumed.',
    transparency: ICalEventTransparency.TRANSPARENT,
  });
  return movePropertiesFirst(calendar.toString());
}

/** Nine o'clock, in seconds after midnight. */
const MORNING = 9 * 3600;

const formatDaysAhead = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'in one day' : `in ${days} days`;

/** Adds a reminder (RFC 5545 3.6.6), which calendars show in the morning: key dates are whole days, which begin at midnight. */
function addReminder(entry: ICalEvent, title: string, days: number): void {
  entry.createAlarm({
    type: ICalAlarmType.display,
    ...(days > 0 ? { triggerBefore: days * 86_400 - MORNING } : { triggerAfter: MORNING }),
    description: `${title}: ${formatDaysAhead(days)}`,
  });
}

/** Adds the entry of a found bill: of a whole day, and blocking no time. */
function addFoundBill(calendar: ICalCalendar, host: string, bill: FeedBill): void {
  const day = Temporal.PlainDate.from(bill.day);
  const foundAt = new Date(bill.foundAt);
  calendar.createEvent({
    id: `${bill.id}@${host}`,
    ...{ stamp: foundAt, created: foundAt, lastModified: foundAt },
    ...{ allDay: true, start: day, end: day.add({ days: 1 }) },
    ...{ summary: bill.title, description: bill.description, categories: [{ name: 'NEW_BILL' }] },
    transparency: ICalEventTransparency.TRANSPARENT,
    ...(bill.url !== undefined && { url: bill.url }),
  });
}

/**
 * The file with some events, and bills that searches found.
 * @param host the tenant's name space, which makes the ids of events globally unique
 * @param reminderDays how many days before a key date calendars remind of it
 */
export function buildCalendarFile(
  name: string,
  host: string,
  events: readonly FeedEvent[],
  bills: readonly FeedBill[] = [],
  reminderDays: readonly number[] = defaultReminderDays,
): string {
  const years = events.flatMap(({ event }) => [
    Number(event.startDate.slice(0, 4)),
    Number(event.endDate.slice(0, 4)),
  ]);
  const generator = (zone: string): string => buildVtimezone(zone, Math.min(...years), Math.max(...years));
  const calendar = createCalendar(name, product);
  // Each event has its own zone; the calendar has none.
  calendar.timezone({ name: null, generator });
  for (const { event, billNumbers } of events) {
    const descriptionLines = [
      describeRepeatedHour(event),
      event.description,
      billNumbers.length > 0 ? `Bills: ${billNumbers.join(', ')}` : undefined,
      event.committees.length > 0
        ? event.committees.map((committee) => committee.name).join(', ')
        : undefined,
    ].filter((part) => part !== undefined);
    const takesPlace = event.status === 'SCHEDULED' || event.status === 'COMPLETED';
    const entry = calendar.createEvent({
      id: `${event.id}@${host}`,
      sequence: event.sequence,
      // When the event was last changed, not when the file was written.
      stamp: new Date(event.modifiedDate),
      created: new Date(event.createdDate),
      lastModified: new Date(event.modifiedDate),
      start: new Date(0),
      summary: `${titlePrefixes[event.status] ?? ''}${event.title}`,
      status: statuses[event.status],
      transparency: takesPlace ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      categories: [{ name: event.eventType }],
      ...(event.location !== undefined && { location: event.location }),
      ...(descriptionLines.length > 0 && { description: descriptionLines.join('\n') }),
      ...(event.sourceUrl !== undefined && { url: event.sourceUrl }),
    });
    setTimes(entry, event);
    if (event.keyDate !== undefined && event.status === 'SCHEDULED')
      for (const days of reminderDays) addReminder(entry, event.title, days);
  }
  for (const bill of bills) addFoundBill(calendar, host, bill);
  return movePropertiesFirst(calendar.toString());
}
