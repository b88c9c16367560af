// The days within any of several terms.
import { addDays, daysBetween } from './calendar-day.ts';
import type { Term } from './in-force.ts';

/** The days in these terms up to today, overlapping ones counted once; those without a start count none. */
export function countDays(terms: readonly Term[], today: string): number {
  const started = terms
    .flatMap(({ startDate, endDate }) =>
      !startDate || startDate > today
        ? []
        : [{ startDate, endDate: endDate && endDate < today ? endDate : today }],
    )
    .sort((a, b) => (a.startDate < b.startDate ? -1 : 1));
  let [days, counted] = [0, ''];
  for (const { startDate, endDate } of started) {
    if (endDate <= counted) continue;
    days += daysBetween(startDate > counted ? startDate : addDays(counted), addDays(endDate));
    counted = endDate;
  }
  return days;
}

/** The whole months that somebody held any of these positions, up to today. Days are YYYY-MM-DD. */
export const countMonthsWorked = (positions: readonly Term[], today: string): number =>
  Math.floor(countDays(positions, today) / 30.436875);
