// The rules of a transcript: totals by type, of all time, of a period, and of each fiscal year of the tenant.

import { invalid } from '../../../../shared/errors/failure.ts';
import { sumAmounts } from '../../../../shared/money/amount.ts';
import { type FiscalYear, fiscalYearContaining } from '../../time/fiscal-year-days.ts';
import { isNotVoided, isWithinPeriod } from '../training-record/credit.ts';

/** The attributes of credits that totals need. */
interface EarnedCredit {
  readonly creditTypeId: string;
  readonly creditTypeName: string;
  readonly credits: number;
  readonly earnedDate: string;
  readonly voidedDate?: string | undefined;
}

/** A period of days, both inclusive; an absent bound is open. */
export interface Period {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** The sum of the credits of one type. */
export interface TypeTotal {
  readonly creditTypeId: string;
  /** The name of the type when the latest of them were earned. */
  readonly creditType: string;
  readonly credits: number;
}

export interface Totals {
  readonly total: number;
  readonly byType: readonly TypeTotal[];
}

/** The exact totals of the credits within a period that were not voided, by type, sorted by type name. */
export function computeTotals(credits: readonly EarnedCredit[], period: Period = {}): Totals {
  const counting = credits.filter(
    (credit) => isNotVoided(credit) && isWithinPeriod(credit.earnedDate, period),
  );
  const byDay = [...counting].sort((a, b) => (a.earnedDate < b.earnedDate ? -1 : 1));
  const names = new Map(byDay.map(({ creditTypeId, creditTypeName }) => [creditTypeId, creditTypeName]));
  const byType = [...names].map(([creditTypeId, creditType]) => ({
    creditTypeId,
    creditType,
    credits: sumAmounts(
      counting.filter((credit) => credit.creditTypeId === creditTypeId).map(({ credits: amount }) => amount),
    ),
  }));
  return {
    total: sumAmounts(counting.map(({ credits: amount }) => amount)),
    byType: byType.sort((a, b) => (a.creditType < b.creditType ? -1 : 1)),
  };
}

/** A fiscal year with the calendar year in which it begins. */
export type NamedFiscalYear = FiscalYear & { readonly fiscalYear: number };

/** The fiscal year that begins in a calendar year. */
const toNamedFiscalYear = (fiscalYear: number, start: string): NamedFiscalYear => ({
  fiscalYear,
  ...fiscalYearContaining(`${fiscalYear}-${start}`, start),
});

/** The fiscal years with credits that were not voided, the latest first, with their totals. */
export function computeTotalsByFiscalYear(
  credits: readonly EarnedCredit[],
  start: string,
): (NamedFiscalYear & Totals)[] {
  const years = new Set(
    credits
      .filter(isNotVoided)
      .map(({ earnedDate }) => Number(fiscalYearContaining(earnedDate, start).startDate.slice(0, 4))),
  );
  return [...years]
    .sort((a, b) => b - a)
    .map((year) => {
      const named = toNamedFiscalYear(year, start);
      return { ...named, ...computeTotals(credits, named) };
    });
}

/** A requested period: a fiscal year, or days. */
interface PeriodInput extends Period {
  readonly fiscalYear?: number | undefined;
}

/** @throws Failure 400 when the period ends before it starts, or has days beside a fiscal year */
export function assertValidPeriod({ fiscalYear, startDate, endDate }: PeriodInput): void {
  if (fiscalYear !== undefined && (startDate !== undefined || endDate !== undefined))
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: 'fiscalYear is a period of its own; send either fiscalYear, or startDate and endDate.',
        target: 'fiscalYear',
      },
    ]);
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `endDate (${endDate}) must not be before startDate (${startDate}).`,
        target: 'endDate',
      },
    ]);
}

/** The period of a transcript request: a fiscal year, or days. */
export const resolvePeriod = ({ fiscalYear, startDate, endDate }: PeriodInput, start: string): Period => {
  if (fiscalYear === undefined) return { startDate, endDate };
  const year = toNamedFiscalYear(fiscalYear, start);
  return { startDate: year.startDate, endDate: year.endDate };
};
