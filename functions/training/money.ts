// Amounts with two decimals: money as Decimal(10,2) (docs/interface/training.md#amounts), credits and hours.
import * as z from 'zod';

/** The largest rounding error of a sum of floating-point numbers. */
const ROUNDING_NOISE = 1e-6;

/**
 * Removes floating-point errors: 0.1 + 0.2 is 0.30000000000000004. An amount with a real third decimal stays as it is
 * and is rejected.
 */
function roundToHundredths(sent: number): number {
  const rounded = Math.round(sent * 100) / 100;
  return Math.abs(sent - rounded) < ROUNDING_NOISE ? rounded : sent;
}

/** An amount from 0, with two decimals. */
export const twoDecimals = (most: number) =>
  z.number().min(0).max(most).overwrite(roundToHundredths).multipleOf(0.01);

/** An amount of money. */
export const money = twoDecimals(99_999_999.99);
