// How many of the credits that people report themselves count towards an award (docs/interface/training.md#self-reported-credits).
import { sumAmounts } from '../../shared/money/amount.ts';

export const limitPeriods = ['Term', 'CalendarYear'] as const;

/** The most self-reported credits of a type that count. */
export interface SelfReportedLimit {
  readonly creditTypeId: string;
  /** At least 0, two decimals. */
  readonly maximum: number;
  /**
   * `Term`: in all that count towards one certification or one renewal. `CalendarYear`: of those that were earned in one
   * year.
   */
  readonly period: (typeof limitPeriods)[number];
}

interface CountedCredit {
  readonly credits: number;
  readonly earnedDate: string;
  readonly source?: string | undefined;
}

const sum = (credits: readonly CountedCredit[]): number =>
  sumAmounts(credits.map((credit) => credit.credits));

/** The sum of credits of one type, of which self-reported ones count up to the limit. */
export function sumCountedCredits(
  credits: readonly CountedCredit[],
  limit: Pick<SelfReportedLimit, 'maximum' | 'period'> | undefined,
): number {
  if (!limit) return sum(credits);
  const reported = credits.filter(({ source }) => source === 'selfReported');
  const periodOf = ({ earnedDate }: CountedCredit): string =>
    limit.period === 'Term' ? '' : earnedDate.slice(0, 4);
  const counted = [...new Set(reported.map(periodOf))].map((period) =>
    Math.min(limit.maximum, sum(reported.filter((credit) => periodOf(credit) === period))),
  );
  return sumAmounts([sum(credits.filter(({ source }) => source !== 'selfReported')), ...counted]);
}
