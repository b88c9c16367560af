// Confirmation numbers: short, unambiguous to read aloud, and with a check digit, as `4821-9075`.
import { checkDigit } from '../numbers.ts';

/** Digits before the check digit. */
const LENGTH = 7;

/**
 * The confirmation number made from a random id (UUID v4): seven digits and their Damm check digit. Two ids may give the
 * same one, one in ten million: it is kept unique in the tenant by a condition, and decided again with another id.
 */
export function confirmationNumberFrom(randomId: string): string {
  const random = Number.parseInt(randomId.replaceAll('-', '').slice(-12), 16);
  const digits = String(random % 10 ** LENGTH).padStart(LENGTH, '0');
  return `${digits.slice(0, 4)}-${digits.slice(4)}${checkDigit(digits)}`;
}
