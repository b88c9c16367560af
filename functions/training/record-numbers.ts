// Numbers that people read aloud and type: of confirmations and of certificates. `4821-9075`: digits alone, for
// letters sound alike, and a check digit that finds every single wrong digit and every swap of two neighbours.

/** The quasigroup of order 10 that H. M. Damm gives (2004): totally antisymmetric, zero on the diagonal. */
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

/** Digits before the check digit. Confirmations are short; certificates are looked up by anybody, so nobody may guess one. */
const lengths = { confirmation: 7, certificate: 11 } as const;
type RecordNumberKind = keyof typeof lengths;

/** The Damm check digit of some digits; 0 when they already end in theirs. */
export const checkDigit = (digits: string): number =>
  [...digits].reduce((interim, digit) => dammTable[interim]?.[Number(digit)] ?? 0, 0);

const groupDigits = (digits: string): string => digits.replace(/(\d{4})(?=\d)/g, '$1-');

/**
 * A number made from a random id (UUID v4): seven digits of a confirmation or eleven of a certificate with their check
 * digit, in groups of four. Two ids may give the same number: keep it unique by a condition, and decide again.
 *
 * @example numberFrom('9f1c2b34-0000-4000-8000-00000000002a', 'confirmation') // '0000-0427'
 */
export function deriveRecordNumber(randomId: string, of: RecordNumberKind): string {
  const random = Number.parseInt(randomId.replaceAll('-', '').slice(-12), 16);
  const digits = String(random % 10 ** lengths[of]).padStart(lengths[of], '0');
  return groupDigits(`${digits}${checkDigit(digits)}`);
}

/** The number that somebody typed, with or without hyphens and blanks, as it is kept; undefined when it can't be one. */
export function parseRecordNumber(typed: string, of: RecordNumberKind): string | undefined {
  const digits = typed.replace(/[\s.\u2010-\u2015-]/g, '');
  return new RegExp(`^\\d{${lengths[of] + 1}}$`).test(digits) && checkDigit(digits) === 0
    ? groupDigits(digits)
    : undefined;
}
