// Amounts with two decimals: money as Decimal(10,2) (docs/interface/training.md#amounts), credits and hours.
import * as z from 'zod';

/** How far a sum of floating-point numbers may lie from the amount that is meant. */
const ROUNDING_NOISE = 1e-6;

/**
 * An amount as it is meant: 0.1 + 0.2 is 0.30000000000000004 to a computer and 0.3 to everybody else. What is no noise
 * stays, and is refused for its third decimal.
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
