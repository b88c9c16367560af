// Calendar days as stretches of time in a time zone, and what lies within them.
import { getEndOfDay, getStartOfDay } from '../../shared/time/local-time.ts';

/** The end of a day that is over; undefined for today and later, when all there is existed. */
export function endOfPastDay(date: string, timeZone: string, now: Date): Date | undefined {
  const end = getEndOfDay(date, timeZone);
  return end < now ? end : undefined;
}

/** Days from one to another, both included; either end may be left open. */
export interface DayRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Tells whether an instant lies within the days; undefined when they are open at both ends and tell nothing apart. */
export function createDayRangeFilter(
  days: DayRange | undefined,
  timeZone: string,
): ((instant: string) => boolean) | undefined {
  if (days?.startDate === undefined && days?.endDate === undefined) return undefined;
  const from = days.startDate === undefined ? undefined : getStartOfDay(days.startDate, timeZone).getTime();
  const until = days.endDate === undefined ? undefined : getEndOfDay(days.endDate, timeZone).getTime();
  return (instant) => {
    const moment = Date.parse(instant);
    return moment >= (from ?? moment) && moment <= (until ?? moment);
  };
}
