// Amounts, computed exactly (docs/interface/training.md#amounts): credits and hours have two decimals, and money those of
// its currency, which `decimals.ts` checks.
import * as z from 'zod';

/** The decimals of credits, hours and percentages. */
export const decimals = 2;

/** An amount of credits or hours in whole hundredths, for exact comparisons and shares. */
export const toHundredths = (amount: number): number => Math.round(amount * 100);

/** The parts of an amount of the currency with the most decimals, which has four (ISO 4217). */
const finestParts = 10_000;

const toFinestParts = (amount: number): number => Math.round(amount * finestParts);

/** Removes the error of floating-point numbers: 0.1 + 0.2 is 0.30000000000000004. */
export const roundAmount = (amount: number): number => toFinestParts(amount) / finestParts;

/** The exact sum of amounts. They are added as whole numbers. */
export const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + toFinestParts(amount), 0) / finestParts;

/**
 * Removes floating-point errors, which sums have up to a millionth. An amount with a real third decimal stays as it is and is
 * rejected.
 */
function removeNoise(sent: number): number {
  const rounded = Math.round(sent * 100) / 100;
  return Math.abs(sent - rounded) < 1e-6 ? rounded : sent;
}

/** The same for an amount of money, which may have the decimals of any currency. It names no constant: plans contain its code. */
function removeNoiseOfMoney(sent: number): number {
  const rounded = Math.round(sent * 10_000) / 10_000;
  return Math.abs(sent - rounded) < 1e-6 ? rounded : sent;
}

/** The schema of an amount from 0, with two decimals. */
export const twoDecimals = (limit: number) =>
  z
    .number()
    .min(0)
    .max(limit)
    .overwrite(removeNoise)
    .multipleOf(10 ** -decimals);

/** The largest amount of money: ten digits, two of them decimals where the currency has two. */
export const maxMoney = 99_999_999.99;

/** The schema of an amount of money that may be negative. Its currency says how many decimals it may have: `validateDecimals`. */
export const signedMoney = z
  .number()
  .min(-maxMoney)
  .max(maxMoney)
  .overwrite(removeNoiseOfMoney)
  .multipleOf(1 / finestParts);

/** The schema of an amount of money. */
export const money = signedMoney.min(0);
