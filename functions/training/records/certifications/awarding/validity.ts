// How long a certification is valid (docs/interface/training.md#certification-dates): completed 12 Feb 2023, valid 12
// months, last valid day 11 Feb 2024.
import { addDays, addMonths } from '../../../../../shared/time/calendar-day.ts';
import type { RulesSnapshot } from '../../training-record/certification.ts';

/** Years, months and days; a certification does not expire when it is absent or all are 0. */
export type ValidityPeriod = RulesSnapshot['validityPeriod'];

/**
 * The last valid day of a period that starts on `validFrom`, inclusive: the day before the same day after the period.
 * If the month at the end has no such day, the last day of that month is the last valid day: a year from 29 February
 * ends with 28 February, a month from 31 January with the last day of February.
 *
 * @param validFrom YYYY-MM-DD
 * @returns undefined when it does not expire
 */
export function computeValidThrough(validFrom: string, period: ValidityPeriod): string | undefined {
  const { years = 0, months = 0, days = 0 } = period ?? {};
  if (years === 0 && months === 0 && days === 0) return undefined;
  const end = addMonths(validFrom, { years, months });
  const isShortMonth = end.slice(8) !== validFrom.slice(8);
  return addDays(end, isShortMonth ? days : days - 1);
}

/**
 * The last valid day where terms end on a day of the year: the last such day within the validity period, so that the first
 * term may be shorter. A period that contains no such day ends as it would without it.
 *
 * @param validityEndsOn MM-DD
 */
export function computeLastDay(
  validFrom: string,
  { validityPeriod, validityEndsOn }: Pick<RulesSnapshot, 'validityPeriod' | 'validityEndsOn'>,
): string | undefined {
  const through = computeValidThrough(validFrom, validityPeriod);
  if (through === undefined || validityEndsOn === undefined) return through;
  const year = Number(through.slice(0, 4));
  return (
    [year, year - 1]
      .map((endYear) => `${endYear}-${validityEndsOn}`)
      .find((day) => validFrom <= day && day <= through) ?? through
  );
}

/** The last day of the grace period; undefined without a grace period or without expiry. */
export const computeGraceThrough = (
  lastValidDay: string | undefined,
  graceDays: number,
): string | undefined =>
  lastValidDay === undefined || graceDays === 0 ? undefined : addDays(lastValidDay, graceDays);

/**
 * The first day of a renewal. Renewed in time, it starts when the old one ends: nobody loses days by being early.
 * Renewed in the grace period, it starts on the day of the renewal (docs/interface/training.md#certification-dates:
 * completed late on 20 Feb, valid until 19 Feb).
 */
export const computeRenewalStart = (lastValidDay: string, today: string): string =>
  today <= lastValidDay ? addDays(lastValidDay) : today;
