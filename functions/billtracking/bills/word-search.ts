// The words of a text, folded, for a search that needs no index of its own.
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';

/** Words that every text has. */
const commonWords = new Set(
  'a an and any are as at be by for from has in into is it its may of on or shall such that the this to under which with'.split(
    ' ',
  ),
);

/** So many different words of a summary are searched. */
const MAX_WORDS = 300;

const foldWords = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}'’.]+/u)
    .map((word) => foldForSort(word))
    .filter((word) => word !== '');

/** The different words of a text, folded (case and accents), without common words and those of the other texts. */
export function extractWords(text: string, others: readonly string[] = []): string[] {
  const known = new Set(others.flatMap(foldWords));
  return [...new Set(foldWords(text))]
    .filter((word) => !commonWords.has(word) && !known.has(word))
    .slice(0, MAX_WORDS);
}

/**
 * Whether each word of a search begins a word of the text. An empty search is met by everything, and so is one of common
 * words; one of signs alone, as `%%%`, by nothing.
 */
export function matchesWords(search: string, text: string): boolean {
  const wanted = foldWords(search);
  if (wanted.length === 0) return search.trim() === '';
  const words = foldWords(text);
  return wanted
    .filter((word) => !commonWords.has(word))
    .every((one) => words.some((word) => word.startsWith(one)));
}
