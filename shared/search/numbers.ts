// Telephone numbers and the numbers of other systems, found from their last digits (docs/interface/crm.md#search).

/** Fewer digits are a word like others. */
export const MIN_DIGITS = 4;
/** The digits of a number in North America (NANP); a country's code may stand before them. */
const NATIONAL_DIGITS = 10;
/** Of a number with another country's code so many digits count: the code replaces a 0 that many countries dial (ITU-T E.123). */
const DIGITS_AFTER_CODE = 8;

const reverse = (digits: string): string => [...digits].reverse().join('');
const withoutExtension = (text: string): string => text.replace(/\s*(?:x|ext\.?|#)\s*\d+\s*$/iu, '');
const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/gu, '');

/** The word of a number in the index: its digits from the last to the first. None for a number that is too short. */
export function toNumberWord(value: string): string[] {
  const digits = digitsOf(withoutExtension(value));
  return digits.length < MIN_DIGITS ? [] : [reverse(digits)];
}

/**
 * The beginning that words of a searched number have; undefined where a text is not one. A number is found with and without
 * its country's code, and by its last digits.
 *
 * @example toNumberTerm('+1 (410) 555-0134') // '4310555014'
 */
export function toNumberTerm(text: string): string | undefined {
  const sought = withoutExtension(text.normalize('NFKC').trim());
  if (!/^\+?[\d\s().\-/\u2010-\u2015]+$/u.test(sought)) return undefined;
  const digits = digitsOf(sought);
  if (digits.length < MIN_DIGITS) return undefined;
  const [, code] = /^\s*(?:\+|00)\s*(\d)/u.exec(sought) ?? [];
  const counted =
    code === undefined
      ? digits.replace(/^0+(?=\d{4})/, '')
      : digits.slice(-(code === '1' ? NATIONAL_DIGITS : DIGITS_AFTER_CODE));
  return reverse(counted.slice(-NATIONAL_DIGITS));
}
