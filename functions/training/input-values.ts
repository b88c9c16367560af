// What was sent of a record laid over what was kept: absent keeps, null and blank clear
// (docs/interface/requests.md#partial-updates).

/** What was sent, or what was kept when nothing was; null and blank clear. */
export const inputOrCurrent = <T>(sent: T | null | undefined, kept: T | undefined): T | undefined =>
  sent === undefined ? kept : sent === null || sent === '' ? undefined : sent;

/** Each word once, in the order of their first appearance. */
const uniqueWords = (words: readonly string[]): string[] => [...new Set(words)];

/** A list of words as sent, or as kept when none was; null clears. */
export const wordsOrCurrent = (
  sent: readonly string[] | null | undefined,
  kept: readonly string[],
): string[] => uniqueWords(inputOrCurrent(sent, kept) ?? []);
