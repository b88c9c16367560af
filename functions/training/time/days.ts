// Filters instants by calendar days in a time zone.
import { getEndOfDay, getStartOfDay } from '../../../shared/time/local-time.ts';

/** The end of a past day; undefined for today and later days. */
export function endOfPastDay(date: string, timeZone: string, now: Date): Date | undefined {
  const end = getEndOfDay(date, timeZone);
  return end < now ? end : undefined;
}

/** From one day to another, both included; either end can be open. */
export interface DayRange {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Creates a filter of instants within the days; undefined when both ends are open. */
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
