// Words that somebody tries first who knows whose password it is, and where (NIST SP 800-63B 5.1.1.2, context-specific words).

/** The name of the product, as users see it. */
const product = 'rostrum';

const seasons = ['spring', 'summer', 'autumn', 'fall', 'winter'];
const months = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** The words of a name or an address, and all of them as one. */
function divide(text: string): string[] {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  return [...words, words.join('')];
}

/**
 * The words from which a password of this person is guessed.
 * @param names of the user, of their mail address, and of their tenants
 */
export function listGuessableWords(names: readonly (string | undefined)[], now: Date): readonly string[] {
  const year = now.getUTCFullYear();
  // People are asked for a new password, and take the time of the year; the one before is tried too.
  const years = [year - 1, year, year + 1];
  const known = [product, ...names.flatMap((name) => divide(name ?? ''))].filter(Boolean);
  const dated = [...known, ...seasons, ...months].flatMap((word) => years.map((each) => `${word}${each}`));
  return [...new Set([...known, ...dated])];
}
