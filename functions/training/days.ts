// Calendar days as stretches of time in a time zone, and what lies within them.
import { Temporal } from 'temporal-polyfill';

/** The first moment of the day that is so many days after a date (YYYY-MM-DD), where clocks show this time zone's time. */
export const dayBegins = (date: string, timeZone: string, later = 0): Date =>
  new Date(Temporal.PlainDate.from(date).add({ days: later }).toZonedDateTime(timeZone).epochMilliseconds);

/** The last millisecond of a calendar day. */
export const endOfDay = (date: string, timeZone: string): Date =>
  new Date(dayBegins(date, timeZone, 1).getTime() - 1);

/** The end of a day that is over; undefined for today and later, when all there is existed. */
export function endIfPast(date: string, timeZone: string, now: Date): Date | undefined {
  const end = endOfDay(date, timeZone);
  return end < now ? end : undefined;
}

/** Days from one to another, both included; either end may be left open. */
export interface Days {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Tells whether an instant lies within the days; undefined when they are open at both ends and tell nothing apart. */
export function liesWithin(
  days: Days | undefined,
  timeZone: string,
): ((instant: string) => boolean) | undefined {
  if (days?.startDate === undefined && days?.endDate === undefined) return undefined;
  const from = days.startDate === undefined ? undefined : dayBegins(days.startDate, timeZone, 0).getTime();
  const until = days.endDate === undefined ? undefined : endOfDay(days.endDate, timeZone).getTime();
  return (instant) => {
    const moment = Date.parse(instant);
    return moment >= (from ?? moment) && moment <= (until ?? moment);
  };
}
