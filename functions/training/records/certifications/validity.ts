// How long a certification holds (docs/interface/training.md#certification-dates): completed 12 Feb 2023, valid 12
// months, last valid day 11 Feb 2024.
import { addDays, addMonths } from '../../../../shared/time/calendar-day.ts';
import type { RulesSnapshot } from '../certification.ts';

/** Years, months and days; for ever when there is none, or when all are 0. */
export type ValidityPeriod = RulesSnapshot['validityPeriod'];

/**
 * The last valid day of what holds from `validFrom` on, inclusive: the day before the one on which the period is over.
 * Where the month in which it is over has no such day, the last day of that month is the last valid one: a year from
 * 29 February ends with 28 February, a month from 31 January with the end of February.
 *
 * @param validFrom YYYY-MM-DD
 * @returns undefined when it holds for ever
 */
export function computeValidThrough(validFrom: string, period: ValidityPeriod): string | undefined {
  const { years = 0, months = 0, days = 0 } = period ?? {};
  if (years === 0 && months === 0 && days === 0) return undefined;
  const over = addMonths(validFrom, { years, months });
  const isShortMonth = over.slice(8) !== validFrom.slice(8);
  return addDays(over, isShortMonth ? days : days - 1);
}

/** The last day of grace; none without days of grace or without an end. */
export const computeGraceThrough = (lastValid: string | undefined, graceDays: number): string | undefined =>
  lastValid === undefined || graceDays === 0 ? undefined : addDays(lastValid, graceDays);

/**
 * From which day a renewal holds. Renewed in time, it continues where the old one ends: nobody loses days by being early.
 * Renewed in grace, it begins on the day of the renewal (docs/interface/training.md#certification-dates: completed
 * late on 20 Feb, valid until 19 Feb).
 */
export const computeRenewalStart = (lastValid: string, today: string): string =>
  today <= lastValid ? addDays(lastValid) : today;
