// Amounts with two decimals, computed exactly: money, credits and hours (docs/interface/training.md#amounts).
import * as z from 'zod';

/** An amount in whole hundredths, for exact comparisons and shares. */
export const toHundredths = (amount: number): number => Math.round(amount * 100);

/** Rounds an amount to two decimals: 0.1 + 0.2 is 0.30000000000000004. */
export const roundAmount = (amount: number): number => toHundredths(amount) / 100;

/** The exact sum of amounts. They are added as whole hundredths. */
export const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + toHundredths(amount), 0) / 100;

/**
 * Removes floating-point errors, which sums have up to a millionth. An amount with a real third decimal stays as it is and is
 * rejected.
 */
function removeNoise(sent: number): number {
  const rounded = Math.round(sent * 100) / 100;
  return Math.abs(sent - rounded) < 1e-6 ? rounded : sent;
}

/** The schema of an amount from 0, with two decimals. */
export const twoDecimals = (limit: number) =>
  z.number().min(0).max(limit).overwrite(removeNoise).multipleOf(0.01);

/** The largest amount of money: ten digits, two of them decimals. */
export const maxMoney = 99_999_999.99;

/** The schema of an amount of money that may be negative. */
export const signedMoney = z.number().min(-maxMoney).max(maxMoney).overwrite(removeNoise).multipleOf(0.01);

/** The schema of an amount of money: Decimal(10,2). */
export const money = twoDecimals(maxMoney);
