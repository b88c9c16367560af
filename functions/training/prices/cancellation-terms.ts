// What somebody owes who cancels a seat, before a deadline and after it (docs/interface/training.md#cancellation-fees).
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { toMinorUnits } from '../../../shared/money/currency.ts';
import { validateDecimals } from '../../../shared/money/decimals.ts';
import type { CancellationTermsInput } from './cancellation-schemas.ts';
import { computeDiscount } from './price.ts';

/** A part of the price, or an amount, at most the price. */
export interface CancellationFee {
  readonly percent?: number | undefined;
  readonly amount?: number | undefined;
}

export interface CancellationTerms {
  /** Hours before the class starts. */
  readonly deadlineHours: number;
  readonly feeBefore?: CancellationFee | undefined;
  readonly feeAfter?: CancellationFee | undefined;
}

const parseFee = (sent: CancellationTermsInput['feeBefore']): CancellationFee | undefined => {
  if (typeof sent?.percent === 'number') return { percent: sent.percent };
  return typeof sent?.amount === 'number' ? { amount: sent.amount } : undefined;
};

const parseCancellationTerms = (sent: CancellationTermsInput): CancellationTerms => ({
  deadlineHours: sent.deadlineHours,
  feeBefore: parseFee(sent.feeBefore),
  feeAfter: parseFee(sent.feeAfter),
});

/** The sent terms, or the current ones when none were sent; null removes them. */
export const termsOrCurrent = (
  sent: CancellationTermsInput | null | undefined,
  current: CancellationTerms | undefined,
): CancellationTerms | undefined => {
  if (sent === undefined) return current;
  return sent === null ? undefined : parseCancellationTerms(sent);
};

/** Fees have the decimals of the currency. */
export const validateTerms = (
  terms: CancellationTermsInput | null | undefined,
  currency: string,
  target: string,
): ErrorDetail[] =>
  (['feeBefore', 'feeAfter'] as const).flatMap((fee) => {
    const amount = terms?.[fee]?.amount;
    return typeof amount === 'number' ? validateDecimals(amount, currency, `${target}.${fee}.amount`) : [];
  });

const presentFee = (fee: CancellationFee | undefined): CancellationFee | null => (fee ? { ...fee } : null);

export const presentCancellationTerms = ({ deadlineHours, feeBefore, feeAfter }: CancellationTerms) => ({
  deadlineHours,
  feeBefore: presentFee(feeBefore),
  feeAfter: presentFee(feeAfter),
});

/** The last moment at which the fee before the deadline applies. */
export const getDeadline = ({ deadlineHours }: CancellationTerms, classStartsAt: string): Date =>
  new Date(Date.parse(classStartsAt) - deadlineHours * 3_600_000);

const computeFee = (fee: CancellationFee | undefined, due: number, currency: string): number => {
  if (fee?.percent !== undefined) return computeDiscount(due, { kind: 'percent', percent: fee.percent });
  return Math.min(due, toMinorUnits(fee?.amount ?? 0, currency));
};

/** What a cancellation costs, in minor units. */
export interface CancellationCost {
  readonly deadline: Date;
  readonly isBeforeDeadline: boolean;
  readonly before: number;
  readonly after: number;
  /** At the requested moment. */
  readonly fee: number;
}

/** @param due what is charged for the seat, in minor units */
export function computeCancellationCost(
  terms: CancellationTerms,
  {
    due,
    currency,
    classStartsAt,
  }: { readonly due: number; readonly currency: string; readonly classStartsAt: string },
  now: Date,
): CancellationCost {
  const deadline = getDeadline(terms, classStartsAt);
  const isBeforeDeadline = now <= deadline;
  const before = computeFee(terms.feeBefore, due, currency);
  const after = computeFee(terms.feeAfter, due, currency);
  return { deadline, isBeforeDeadline, before, after, fee: isBeforeDeadline ? before : after };
}
