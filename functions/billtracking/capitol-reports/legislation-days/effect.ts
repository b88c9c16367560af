// What a new version of the legislation days does to the dates of a session: each deadline and day that moves.

import { calendarDaysBetween, dateOfDay } from './day-calculations.ts';
import { type DayMap, type Deadline, deadlineDay, deadlines, numberedDays } from './legislation-days.ts';

/** Where a deadline stands: its day, and its date as far as mapped. */
interface DeadlineDate {
  readonly legislativeDay: number;
  readonly date?: string | undefined;
}

/** A deadline that is new, gone, on another legislative day or on another date. */
export interface MovedDeadline {
  readonly deadline: Deadline;
  readonly before?: DeadlineDate | undefined;
  readonly after?: DeadlineDate | undefined;
  /** Calendar days by which it moves, later ones positive; absent while either date is not known. */
  readonly calendarDays?: number | undefined;
}

/** A legislative day whose date is new, gone or another. */
export interface MovedDay {
  readonly legislativeDay: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly calendarDays?: number | undefined;
}

export interface Effect {
  readonly deadlines: readonly MovedDeadline[];
  readonly days: readonly MovedDay[];
}

const locateDeadline = (map: DayMap | undefined, deadline: Deadline): DeadlineDate | undefined => {
  const legislativeDay = map && deadlineDay(map, deadline);
  return map && legislativeDay !== undefined
    ? { legislativeDay, date: dateOfDay(map, legislativeDay) }
    : undefined;
};

const countMovedDays = (before: string | undefined, after: string | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : calendarDaysBetween(before, after);

/** The deadlines and days that are otherwise after a change than before; without a before, all are new. */
export function computeEffect(before: DayMap | undefined, after: DayMap): Effect {
  const [old, present] = [before?.days ?? [], after.days].map(
    (days) =>
      new Map(numberedDays({ days }).map(({ legislativeDay, date }) => [legislativeDay, date] as const)),
  );
  const numbers = [...new Set([...(old?.keys() ?? []), ...(present?.keys() ?? [])])].sort((a, b) => a - b);
  return {
    deadlines: deadlines.flatMap((deadline): MovedDeadline[] => {
      const [was, is] = [locateDeadline(before, deadline), locateDeadline(after, deadline)];
      if (was?.legislativeDay === is?.legislativeDay && was?.date === is?.date) return [];
      return [{ deadline, before: was, after: is, calendarDays: countMovedDays(was?.date, is?.date) }];
    }),
    days: numbers.flatMap((legislativeDay): MovedDay[] => {
      const [was, is] = [old?.get(legislativeDay), present?.get(legislativeDay)];
      return was === is
        ? []
        : [{ legislativeDay, before: was, after: is, calendarDays: countMovedDays(was, is) }];
    }),
  };
}
