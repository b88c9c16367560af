// Compares two versions of the legislation days: which deadlines and days move.
import { calendarDaysBetween, dateOfDay } from './day-calculations.ts';
import { type DayMap, deadlineDay, numberedDays } from './legislation-days.ts';
import type { Effect, MovedDeadline } from './schemas.ts';
import { type Deadline, deadlines } from './terms.ts';

/** The day of a deadline, and its date if the map has it. */
const locateDeadline = (map: DayMap | undefined, deadline: Deadline): MovedDeadline['before'] => {
  const legislativeDay = map && deadlineDay(map, deadline);
  return map && legislativeDay !== undefined
    ? { legislativeDay, date: dateOfDay(map, legislativeDay) }
    : undefined;
};

const countMovedDays = (before: string | undefined, after: string | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : calendarDaysBetween(before, after);

/** The deadlines and days that differ between two versions; all of them when there was no version before. */
export function computeEffect(before: DayMap | undefined, after: DayMap): Effect {
  const [oldDates, newDates] = [before?.days ?? [], after.days].map(
    (days) =>
      new Map(numberedDays({ days }).map(({ legislativeDay, date }) => [legislativeDay, date] as const)),
  );
  const numbers = [...new Set([...(oldDates?.keys() ?? []), ...(newDates?.keys() ?? [])])].sort(
    (a, b) => a - b,
  );
  return {
    deadlines: deadlines.flatMap((deadline): MovedDeadline[] => {
      const [was, is] = [locateDeadline(before, deadline), locateDeadline(after, deadline)];
      if (was?.legislativeDay === is?.legislativeDay && was?.date === is?.date) return [];
      return [{ deadline, before: was, after: is, calendarDays: countMovedDays(was?.date, is?.date) }];
    }),
    days: numbers.flatMap((legislativeDay): Effect['days'] => {
      const [was, is] = [oldDates?.get(legislativeDay), newDates?.get(legislativeDay)];
      return was === is
        ? []
        : [{ legislativeDay, before: was, after: is, calendarDays: countMovedDays(was, is) }];
    }),
  };
}
