// Gives the demo tenants a calendar of invented meetings of real committees: hearings, votes and floor sessions in the
// months of a session, work sessions between sessions. It has some weeks before and after every start, so that it is
// worth opening whenever it is opened. One past week stays where it is: the examples of the contracts show it.
import * as z from 'zod';
import { chambers } from '../../../../functions/billtracking/bills/record/bill.ts';
import { eventStatuses } from '../../../../functions/billtracking/events/record/calendar-event.ts';
import { eventsById } from '../../../../functions/billtracking/events/record/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { eventTypes, keyDates } from '../../../../shared/legislature/event-types.ts';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { listSessions } from '../../../../shared/legislature/sessions/sessions.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { addDays, daysBetween } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { DemoLegislature } from '../crm/number-committees.ts';
import { type DemoMoment, demoId, readDemoFile } from '../steps/references.ts';
import { DemoRequest, sendDemoRequests } from '../steps/requests.ts';
import { isHoliday } from './holidays.ts';

const DAYS_BACK = 14;
const DAYS_AHEAD = 42;
/** A Monday: weeks are counted from here. */
const FIRST_MONDAY = '1970-01-05';
/** Monday of the week of the examples, in the session of 2026. All its meetings are over. */
const EXAMPLE_WEEK = '2026-01-26';

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
  location: z.string().optional(),
  /** Which key date of the session the day is. */
  keyDate: z.enum(keyDates).optional(),
  isAllDay: z.boolean().optional(),
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
  readonly stateId: number;
  readonly timeZone: string;
  readonly committees: DemoLegislature['committees'];
  readonly sessions: readonly Session[];
  readonly billIds: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** The request that saves a meeting of a day. */
function toRequest(date: string, meeting: Meeting, context: CalendarContext): DemoRequest {
  const { stateId, timeZone, committees, sessions, billIds, now } = context;
  const { key, days, status, committee: committeeKey = '', chamber, bills, ...content } = meeting;
  const endDate = addDays(date, days - 1);
  const isOver = isInExampleWeek(date) || endDate < toLocalDate(timeZone, now);
  const session = sessions.find((each) => (each.startDate ?? '') <= date && date <= (each.endDate ?? '9999'));
  const committee = committees.get(committeeKey);
  return DemoRequest.parse({
    send: 'saveCalendarEvent',
    ids: [`calendar-event:${date}#${key}`],
    body: {
      ...content,
      ...{ stateId, startDate: date, endDate, sessionId: session?.id },
      status: isOver && status !== 'CANCELLED' ? 'COMPLETED' : status,
      chamber: committeeKey === '' ? chamber : committeeKey.startsWith('upper') ? 'upper' : 'lower',
      committeeIds: committee ? [committee.id] : [],
      billIds: bills.flatMap((number) => billIds.get(number) ?? []).map(Number),
    },
  });
}

/**
 * Seeds a tenant's calendar, if the demo has one, and returns the event that examples name. Existing events stay as
 * they are; a later start adds the weeks that are then near enough.
 */
export async function seedEvents(
  tenant: TenantStore,
  { committees }: DemoLegislature,
  billIds: ReadonlyMap<string, string>,
  moment: DemoMoment,
): Promise<Readonly<Record<string, string>>> {
  const calendar = (await readDemoFile('calendar.json', z.record(z.string(), Calendar)))[tenant.code];
  const timeZone = calendar && stateById(calendar.stateId)?.timeZone;
  if (!calendar || timeZone === undefined) return {};
  const { stateId } = calendar;
  const { now } = moment;
  const sessions = await listSessions(tenant, { stateId });
  const context = { stateId, timeZone, committees, sessions, billIds, now };
  const today = toLocalDate(timeZone, now);
  const dates = new Set([
    ...Array.from({ length: 5 }, (_, offset) => addDays(EXAMPLE_WEEK, offset)),
    ...Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, offset) => addDays(today, offset - DAYS_BACK)),
  ]);
  const requests = [
    ...[...dates].flatMap((date) =>
      listMeetings(calendar, date).map((meeting) => toRequest(date, meeting, context)),
    ),
    ...calendar.past.map(({ date, ...meeting }) => toRequest(date, meeting, context)),
  ];
  const ids = requests.map((request) => demoId(tenant.code, request.ids[0] ?? ''));
  const stored = new Set((await eventsById(tenant, ids)).map(({ id }) => id));
  const missing = requests.filter((_, index) => !stored.has(ids[index] ?? ''));
  await sendDemoRequests(tenant, { events: missing }, moment);
  return { calendarEventId: ids[0] ?? '' };
}
