// Calculations with legislative days: the day of a date, the date of a day, and the time left until a deadline.
import { type DayMap, deadlineDay, numberedDays } from './legislation-days.ts';
import type { DayOfDate, DaysLeft, NumberedDay } from './schemas.ts';
import type { Deadline, Sitting } from './terms.ts';

/** Whether the map has the last legislative day. */
const includesLastDay = (map: DayMap, last: NumberedDay): boolean =>
  map.isComplete || last.legislativeDay === map.sineDieDay;

/**
 * The place of a date in a session.
 * @param date YYYY-MM-DD in the state's time zone
 */
export function dayOfDate(map: DayMap, date: string): DayOfDate {
  const numbered = numberedDays(map);
  const next = numbered.find((day) => day.date > date);
  const begun = numbered.findLast((day) => day.date <= date);
  const [first, last] = [map.days[0], numbered.at(-1)];
  const describe = (sitting: Sitting, daysBegun?: number): DayOfDate => ({
    date,
    sitting,
    legislativeDay: null,
    daysBegun,
    next,
  });
  if (!first || !last) return describe('NOT_MAPPED');
  if (begun?.date === date)
    return { ...describe('IN_SESSION', begun.legislativeDay), legislativeDay: begun.legislativeDay };
  if (!begun) {
    const before = (numbered[0]?.legislativeDay ?? 1) - 1;
    if (date >= first.date) return describe('IN_ADJOURNMENT', before);
    return before === 0 ? describe('NOT_BEGUN', 0) : describe('NOT_MAPPED');
  }
  if (next || date <= (map.days.at(-1)?.date ?? '')) return describe('IN_ADJOURNMENT', begun.legislativeDay);
  return includesLastDay(map, last)
    ? describe('ADJOURNED_SINE_DIE', last.legislativeDay)
    : describe('NOT_MAPPED');
}

/** The date of a legislative day; undefined when the map does not have it. */
export const dateOfDay = (map: Pick<DayMap, 'days'>, legislativeDay: number): string | undefined =>
  map.days.find((day) => day.legislativeDay === legislativeDay)?.date;

/** The calendar days from one day to another (YYYY-MM-DD); negative when the other is earlier. */
export const calendarDaysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/**
 * The time left until a deadline; undefined when the session has no such deadline. Members are absent where the map has
 * no information. On legislative day 5, 23 days are left until a crossover on day 28, even when their dates are not set
 * yet.
 * @param today YYYY-MM-DD in the state's time zone
 */
export function daysLeftTo(map: DayMap, deadline: Deadline, today: string): DaysLeft | undefined {
  const legislativeDay = deadlineDay(map, deadline);
  if (legislativeDay === undefined) return undefined;
  const date = dateOfDay(map, legislativeDay);
  const { daysBegun, sitting } = dayOfDate(map, today);
  const isOver = date === undefined ? sitting === 'ADJOURNED_SINE_DIE' : date < today;
  const isKnown = isOver || date !== undefined || daysBegun !== undefined;
  const ahead = daysBegun === undefined ? undefined : Math.max(0, legislativeDay - daysBegun);
  return {
    legislativeDay,
    date,
    legislativeDaysLeft: isOver ? 0 : ahead,
    calendarDaysLeft: date === undefined ? undefined : Math.max(0, calendarDaysBetween(today, date)),
    hasPassed: isKnown ? isOver || (daysBegun ?? 0) > legislativeDay : undefined,
  };
}
