// How long a certification holds (domain.md 1A): completed 12 Feb 2023, valid 12 months, last valid day 11 Feb 2024.
import { Temporal } from 'temporal-polyfill';
import type { RulesSnapshot } from '../record/certification.ts';

/** Years, months and days; for ever when there is none, or when all are 0. */
export type ValidityPeriod = RulesSnapshot['validityPeriod'];

/** The calendar day `days` after another (before it when negative), both YYYY-MM-DD. */
export const dayAfter = (day: string, days = 1): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/** How many days lie between two days: 1 from a day to the next. */
export const daysBetween = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days;

/**
 * The last valid day of what holds from `validFrom` on, inclusive: the day before the one on which the period is over.
 * Where the month in which it is over has no such day, the last day of that month is the last valid one: a year from
 * 29 February ends with 28 February, a month from 31 January with the end of February.
 *
 * @param validFrom YYYY-MM-DD
 * @returns undefined when it holds for ever
 */
export function validThrough(validFrom: string, period: ValidityPeriod): string | undefined {
  const { years = 0, months = 0, days = 0 } = period ?? {};
  if (years === 0 && months === 0 && days === 0) return undefined;
  const start = Temporal.PlainDate.from(validFrom);
  const over = start.add({ years, months }, { overflow: 'constrain' });
  const isShortMonth = over.day !== start.day;
  return over.add({ days: isShortMonth ? days : days - 1 }).toString();
}

/** The last day of grace; none without days of grace or without an end. */
export const graceThrough = (lastValid: string | undefined, graceDays: number): string | undefined =>
  lastValid === undefined || graceDays === 0 ? undefined : dayAfter(lastValid, graceDays);

/**
 * From which day a renewal holds. Renewed in time, it continues where the old one ends: nobody loses days by being early.
 * Renewed in grace, it begins on the day of the renewal (domain.md 1A: completed late on 20 Feb, valid until 19 Feb).
 */
export const renewalFrom = (lastValid: string, today: string): string =>
  today <= lastValid ? dayAfter(lastValid) : today;

/** The moment a day begins in a time zone, or an hour of that day. */
export const momentOf = (day: string, timeZone: string, hour = 0): Date =>
  new Date(
    Temporal.PlainDate.from(day).toZonedDateTime({
      timeZone,
      plainTime: Temporal.PlainTime.from({ hour }),
    }).epochMilliseconds,
  );
