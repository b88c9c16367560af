// Gives the demo tenants a calendar of invented meetings of real committees: hearings, votes and floor sessions in the
// months of a session, work sessions between sessions. It has some weeks before and after every start, so that it is
// worth opening whenever it is opened. One past week stays where it is: the examples of the contracts show it.
import * as z from 'zod';
import { chambers } from '../../../functions/billtracking/bills/bill.ts';
import {
  applyEventContent,
  type CalendarEvent,
  eventStatuses,
  eventTypes,
} from '../../../functions/billtracking/events/calendar-event.ts';
import { resolveEventTimes } from '../../../functions/billtracking/events/event-times.ts';
import {
  buildBillEntryChanges,
  buildCountChanges,
  eventsById,
  rebalanceCalendars,
  writeEvent,
} from '../../../functions/billtracking/events/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import type { Session } from '../../../shared/legislature/session.ts';
import { listSessions } from '../../../shared/legislature/sessions.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { addDays, daysBetween } from '../../../shared/time/calendar-day.ts';
import { isHoliday } from './holidays.ts';
import { demoId, readDemoFile } from './references.ts';
import type { DemoLegislature } from './seed-directory.ts';

const DAYS_BACK = 14;
const DAYS_AHEAD = 42;
/** A Monday: weeks are counted from here. */
const FIRST_MONDAY = '1970-01-05';
/** Monday of the week of the examples, in the session of 2026. All its meetings are over. */
const EXAMPLE_WEEK = '2026-01-26';
const PER_COMMIT = 8;

const billNumbers = z.array(z.string());

/** A meeting without its day. */
const Meeting = z.strictObject({
  key: z.string(),
  eventType: z.enum(eventTypes),
  sourceType: z.string(),
  title: z.string(),
  /** A legislative committee of the demo directory: `lower-housing`. */
  committee: z.string().optional(),
  /** Where no committee meets. */
  chamber: z.enum(chambers).optional(),
  location: z.string(),
  startTime: z.string().optional(),
  endTime: z.string().optional(),
  days: z.int().default(1),
  /** The status while it is in the future. */
  status: z.enum(eventStatuses).default('SCHEDULED'),
  description: z.string().optional(),
  bills: billNumbers.default([]),
});
type Meeting = z.output<typeof Meeting>;

/** The last day of a session differs in odd and even years; month and day, as all of `sits`. */
const Calendar = z.strictObject({
  stateId: z.int(),
  sits: z.strictObject({ from: z.string(), to: z.strictObject({ odd: z.string(), even: z.string() }) }),
  weekly: z.array(
    Meeting.extend({
      when: z.enum(['session', 'interim']),
      /** 1 is Monday. */
      weekday: z.int().min(1).max(5),
      /** In each week by default. */
      weeks: z.enum(['even', 'odd']).optional(),
      billsInExampleWeek: billNumbers.default([]),
    }),
  ),
  past: z.array(Meeting.extend({ date: z.iso.date() })),
});
type Calendar = z.output<typeof Calendar>;

const isInExampleWeek = (date: string): boolean => date >= EXAMPLE_WEEK && date < addDays(EXAMPLE_WEEK, 7);

const isSessionDay = ({ sits: { from, to } }: Calendar, date: string): boolean => {
  const last = Number(date.slice(0, 4)) % 2 === 1 ? to.odd : to.even;
  return date.slice(5) >= from && date.slice(5) <= last;
};

/** The meetings that begin on a day; in the week of the examples, all of a session. */
function listMeetings(calendar: Calendar, date: string): Meeting[] {
  const days = daysBetween(FIRST_MONDAY, date);
  const parity = Math.floor(days / 7) % 2 === 0 ? 'even' : 'odd';
  const season = isSessionDay(calendar, date) ? 'session' : 'interim';
  const isExample = isInExampleWeek(date);
  return calendar.weekly
    .filter(
      ({ weekday, when, weeks = parity, days: length }) =>
        weekday === (days % 7) + 1 &&
        when === season &&
        (weeks === parity || isExample) &&
        !Array.from({ length }, (_, offset) => addDays(date, offset)).some(isHoliday),
    )
    .map((meeting) => (isExample ? { ...meeting, bills: meeting.billsInExampleWeek } : meeting));
}

/** What meetings refer to, and the moment of seeding. */
interface CalendarContext {
  readonly tenant: TenantStore;
  readonly stateId: number;
  readonly timeZone: string;
  readonly committees: DemoLegislature['committees'];
  readonly sessions: readonly Session[];
  readonly billIds: ReadonlyMap<string, string>;
  readonly now: Date;
}

function buildEvent(date: string, meeting: Meeting, context: CalendarContext): CalendarEvent {
  const { tenant, stateId, timeZone, committees, sessions, billIds, now } = context;
  const { key, startTime, endTime, days, status, committee: committeeKey = '', bills } = meeting;
  const outcome = resolveEventTimes(
    { startDate: date, endDate: addDays(date, days - 1), startTime, endTime },
    timeZone,
  );
  if ('errors' in outcome)
    throw new Error(`The times of the demo event ${key} are invalid: ${outcome.errors[0]?.message}`);
  const isOver = isInExampleWeek(date) || outcome.times.endDate < toLocalDate(timeZone, now);
  const session = sessions.find(
    ({ startDate = '', endDate = '9999' }) => startDate <= date && date <= endDate,
  );
  const committee = committees.get(committeeKey);
  return applyEventContent(
    demoId(tenant.code, `calendar-event:${date}#${key}`),
    undefined,
    {
      ...outcome.times,
      ...{ title: meeting.title, eventType: meeting.eventType, sourceType: meeting.sourceType },
      ...{ location: meeting.location, description: meeting.description, stateId },
      status: isOver && status !== 'CANCELLED' ? 'COMPLETED' : status,
      ...omitUndefined({ sessionId: session?.id }),
      chamber: committeeKey === '' ? meeting.chamber : committeeKey.startsWith('upper') ? 'upper' : 'lower',
      committees: committee ? [committee] : [],
      billIds: bills.flatMap((number) => billIds.get(number) ?? []),
    },
    now,
  );
}

/**
 * Seeds a tenant's calendar, if the demo has one, and returns the event that examples name. Existing events stay as
 * they are; a later start adds the weeks that are then near enough.
 */
export async function seedEvents(
  tenant: TenantStore,
  { committees }: DemoLegislature,
  billIds: ReadonlyMap<string, string>,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const calendar = (await readDemoFile('calendar.json', z.record(z.string(), Calendar)))[tenant.code];
  const timeZone = calendar && stateById(calendar.stateId)?.timeZone;
  if (!calendar || timeZone === undefined) return {};
  const { stateId } = calendar;
  const sessions = await listSessions(tenant, { stateId });
  const context = { tenant, stateId, timeZone, committees, sessions, billIds, now };
  const today = toLocalDate(timeZone, now);
  const dates = new Set([
    ...Array.from({ length: 5 }, (_, offset) => addDays(EXAMPLE_WEEK, offset)),
    ...Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, offset) => addDays(today, offset - DAYS_BACK)),
  ]);
  const events = [
    ...[...dates].flatMap((date) =>
      listMeetings(calendar, date).map((meeting) => buildEvent(date, meeting, context)),
    ),
    ...calendar.past.map((meeting) => buildEvent(meeting.date, meeting, context)),
  ];
  const stored = await eventsById(
    tenant,
    events.map(({ id }) => id),
  );
  const known = new Set(stored.map(({ id }) => id));
  const writes = events.filter(({ id }) => !known.has(id)).map((after) => ({ before: undefined, after }));
  for (let start = 0; start < writes.length; start += PER_COMMIT) {
    const batch = writes.slice(start, start + PER_COMMIT);
    await commit([
      ...batch.flatMap((write) => [
        ...writeEvent(tenant, write),
        ...buildBillEntryChanges(tenant, write).additions,
      ]),
      ...(await buildCountChanges(tenant, batch)),
    ]);
  }
  if (writes.length > 0) await rebalanceCalendars(tenant, events);
  return { calendarEventId: events[0]?.id ?? '' };
}
