// Gives the demo tenants a calendar: a fixed week, and some weeks before and after every start.
import {
  applyEventContent,
  type CalendarEvent,
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
import { recordId } from '../../../shared/directory/record-id.ts';
import {
  committeesByState,
  type LegislativeCommittee,
} from '../../../shared/legislature/committee-numbers.ts';
import type { Session } from '../../../shared/legislature/session.ts';
import { listSessions } from '../../../shared/legislature/sessions.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { addDays, daysBetween } from '../../../shared/time/calendar-day.ts';
import { type DemoCalendar, type DemoEntry, exampleWeek } from './demo-calendar.ts';
import { demoCalendars } from './demo-events.ts';
import { isHoliday } from './demo-holidays.ts';
import { demoBillIds } from './seed-bills.ts';

const DAYS_BACK = 14;
const DAYS_AHEAD = 42;
/** A Monday: weeks are counted from here. */
const FIRST_MONDAY = '1970-01-05';
const PER_COMMIT = 8;

const isExample = (date: string): boolean => date >= exampleWeek && date < addDays(exampleWeek, 7);

/** The entries of a calendar that fall on a day; in the week of the examples, all of a session. */
function slotsOn({ slots, sits }: DemoCalendar, date: string): DemoEntry[] {
  const days = daysBetween(FIRST_MONDAY, date);
  const parity = Math.floor(days / 7) % 2 === 0 ? 'even' : 'odd';
  const season = sits(date) ? 'session' : 'interim';
  return slots
    .filter(
      ({ weekday, when, weeks = parity }) =>
        weekday === (days % 7) + 1 && when === season && (weeks === parity || isExample(date)),
    )
    .map((slot) => (isExample(date) ? { ...slot, bills: slot.billsOfExample ?? [] } : slot));
}

/** The days of an entry that begins on a day. */
const daysOf = (date: string, { days = 1 }: DemoEntry): string[] =>
  Array.from({ length: days }, (_, at) => addDays(date, at));

const idOf = (tenant: TenantStore, date: string, { key }: DemoEntry): string =>
  recordId(tenant.code, 'calendar-event:demo', `${date}#${key}`);

interface Around {
  readonly tenant: TenantStore;
  readonly calendar: DemoCalendar;
  readonly timeZone: string;
  readonly committees: readonly LegislativeCommittee[];
  readonly sessions: readonly Session[];
  readonly billIds: ReadonlyMap<string, string>;
  readonly now: Date;
}

function demoEvent(date: string, slot: DemoEntry, around: Around): CalendarEvent {
  const { tenant, calendar, timeZone, committees, sessions, billIds, now } = around;
  const { startTime, endTime, days = 1, status = 'SCHEDULED', bills = [] } = slot;
  const outcome = resolveEventTimes(
    { startDate: date, endDate: addDays(date, days - 1), startTime, endTime },
    timeZone,
  );
  if ('errors' in outcome)
    throw new Error(`The demo event ${slot.key} is not right: ${outcome.errors[0]?.message}`);
  const committeeId = recordId(tenant.code, 'committee:demo', `${slot.chamber}-${slot.committee}`);
  const isOver = isExample(date) || outcome.times.endDate < toLocalDate(timeZone, now);
  const session = sessions.find(
    ({ startDate = '', endDate = '9999' }) => startDate <= date && date <= endDate,
  );
  return applyEventContent(
    idOf(tenant, date, slot),
    undefined,
    {
      ...outcome.times,
      title: slot.title,
      eventType: slot.eventType,
      sourceType: slot.sourceType,
      status: isOver && status !== 'CANCELLED' ? 'COMPLETED' : status,
      stateId: calendar.stateId,
      ...omitUndefined({ sessionId: session?.id }),
      chamber: slot.chamber,
      committees: committees
        .filter((committee) => committee.committeeId === committeeId)
        .map(({ number: id, name }) => ({ id, name })),
      location: slot.location,
      description: slot.description,
      billIds: bills.flatMap((number) => billIds.get(number) ?? []),
    },
    now,
  );
}

/**
 * Seeds a tenant's calendar, if the demo has one, and returns the event that examples name. Existing events stay as
 * they are; a later start adds the weeks that are then near enough.
 */
export async function seedEvents(tenant: TenantStore, now: Date): Promise<Readonly<Record<string, string>>> {
  const calendar = demoCalendars[tenant.code];
  const state = calendar && stateById(calendar.stateId);
  if (!calendar || !state) return {};
  const today = toLocalDate(state.timeZone, now);
  const { stateId } = calendar;
  const [committees, sessions, billIds] = await Promise.all([
    committeesByState(tenant, stateId),
    listSessions(tenant, { stateId }),
    demoBillIds(tenant, now),
  ]);
  const around = { tenant, calendar, timeZone: state.timeZone, committees, sessions, billIds, now };
  const dates = new Set([
    ...Array.from({ length: 5 }, (_, at) => addDays(exampleWeek, at)),
    ...Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, at) => addDays(today, at - DAYS_BACK)),
  ]);
  const events = [
    ...[...dates].flatMap((date) =>
      slotsOn(calendar, date)
        .filter((slot) => !daysOf(date, slot).some(isHoliday))
        .map((slot) => demoEvent(date, slot, around)),
    ),
    ...calendar.past.map((meeting) => demoEvent(meeting.date, meeting, around)),
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
