// Confirmation and certificate numbers, which people read aloud and type, such as `4821-9075`: only digits, because
// letters sound alike, with a check digit that detects each wrong digit and each swap of neighbours.

/** The totally antisymmetric quasigroup of order 10 from H. M. Damm (2004). */
const dammTable = [
  [0, 3, 1, 7, 5, 9, 8, 6, 4, 2],
  [7, 0, 9, 2, 1, 5, 4, 8, 6, 3],
  [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
  [1, 7, 5, 0, 9, 8, 3, 4, 2, 6],
  [6, 1, 2, 3, 0, 4, 5, 9, 7, 8],
  [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
  [5, 8, 6, 9, 7, 2, 0, 1, 3, 4],
  [8, 9, 4, 5, 3, 6, 2, 0, 1, 7],
  [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
  [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
] as const;

/** Digits before the check digit. Certificate numbers are longer, because the public lookup must not allow guessing. */
export const lengths = { confirmation: 7, certificate: 11 } as const;
type RecordNumberKind = keyof typeof lengths;

/** The Damm check digit of some digits; 0 when they already end with theirs. */
export const checkDigit = (digits: string): number =>
  [...digits].reduce((interim, digit) => dammTable[interim]?.[Number(digit)] ?? 0, 0);

const groupDigits = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1-');

/**
 * Derives a number from a random id (UUID v4): seven digits for a confirmation, eleven for a certificate, and the check
 * digit, in groups of four. Two ids can give the same number, so the write must be conditional and be retried.
 *
 * @example numberFrom('9f1c2b34-0000-4000-8000-00000000002a', 'confirmation') // '0000-0427'
 */
export function deriveRecordNumber(randomId: string, of: RecordNumberKind): string {
  const random = Number.parseInt(randomId.replaceAll('-', '').slice(-12), 16);
  const digits = String(random % 10 ** lengths[of]).padStart(lengths[of], '0');
  return groupDigits(`${digits}${checkDigit(digits)}`);
}

/** Parses a typed number, with or without hyphens and spaces; undefined when it is invalid. */
export function parseRecordNumber(typed: string, of: RecordNumberKind): string | undefined {
  const digits = typed.replace(/[\s.\u2010-\u2015-]/g, '');
  return new RegExp(`^\\d{${lengths[of] + 1}}$`).test(digits) && checkDigit(digits) === 0
    ? groupDigits(digits)
    : undefined;
}
