// Applies sent values to stored ones: absent keeps the stored value, null and blank clear it
// (docs/interface/requests.md#partial-updates).

/** The sent value, or the current one when none was sent; null and blank clear it. */
export const inputOrCurrent = <T>(sent: T | null | undefined, stored: T | undefined): T | undefined =>
  sent === undefined ? stored : sent === null || sent === '' ? undefined : sent;

/** The different words, in the order of their first occurrence. */
const uniqueWords = (words: readonly string[]): string[] => [...new Set(words)];

/** The sent list of words, or the current one when none was sent; null clears it. */
export const wordsOrCurrent = (
  sent: readonly string[] | null | undefined,
  stored: readonly string[],
): string[] => uniqueWords(inputOrCurrent(sent, stored) ?? []);
