// The period of a report: from and to, a fiscal year of the tenant, or open.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { fiscalYearContaining } from '../../time/fiscal-year-days.ts';

/** Days as YYYY-MM-DD in the tenant's time zone, both included; an absent end is open. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The period parameters of a request. */
export interface PeriodInput {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly fiscalYear?: number | 'current' | 'last' | null | undefined;
}

interface FiscalSettings extends Pick<TenantItem, 'timeZone' | 'fiscalYearStart'> {}

/**
 * Resolves the period parameters. A fiscal year is named by the calendar year in which it begins.
 *
 * @param now the moment to which `current` and `last` refer
 */
export function resolvePeriod(
  { from, to, fiscalYear }: PeriodInput,
  { timeZone, fiscalYearStart }: FiscalSettings,
  now: Date,
): Period | undefined {
  if (fiscalYear === undefined || fiscalYear === null)
    return from || to ? { from: from ?? undefined, to: to ?? undefined } : undefined;
  const current = fiscalYearContaining(toLocalDate(timeZone, now), fiscalYearStart);
  const year =
    typeof fiscalYear === 'number'
      ? fiscalYear
      : Number(current.startDate.slice(0, 4)) - (fiscalYear === 'last' ? 1 : 0);
  const { startDate, endDate } = fiscalYearContaining(
    `${String(year).padStart(4, '0')}-${fiscalYearStart}`,
    fiscalYearStart,
  );
  return { from: startDate, to: endDate };
}

/** Whether a day is in the period. */
export const isWithin = (day: string, period: Period | undefined): boolean =>
  (period?.from === undefined || day >= period.from) && (period?.to === undefined || day <= period.to);

/** Describes the period, such as `2026-07-01 to 2027-06-30`. */
export function describePeriod({ from, to }: Period): string {
  if (from !== undefined && to !== undefined) return `${from} to ${to}`;
  return from === undefined ? `until ${to}` : `from ${from}`;
}

/** Whether the period contains no day because it ends before it begins. */
export const isEmptyPeriod = (period: Period | undefined): boolean =>
  period?.from !== undefined && period.to !== undefined && period.from > period.to;

/**
 * Asserts that the period parameters can be combined.
 * @throws Failure 400
 */
export function assertPossiblePeriod({ from, to, fiscalYear }: Readonly<Record<string, unknown>>): void {
  if (typeof from === 'string' && typeof to === 'string' && from > to) {
    const message = `to must not be before from, but ${to} is before ${from}.`;
    throw invalid([{ code: 'OUT_OF_RANGE', message, target: 'parameters.to' }]);
  }
  const hasDays = typeof from === 'string' || typeof to === 'string';
  if (hasDays && fiscalYear !== undefined && fiscalYear !== null) {
    const message = "fiscalYear can't be combined with from and to.";
    throw invalid([{ code: 'NOT_ALLOWED', message, target: 'parameters.fiscalYear' }]);
  }
}
