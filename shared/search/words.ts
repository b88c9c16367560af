// The words of a text, folded: the unit by which people search.
import { foldForSort } from '../lists/fold-for-sort.ts';

/** The words of a text without case and accents, in their order. Signs separate words; apostrophes and dots do not. */
export const foldWords = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}'’.]+/u)
    .map((word) => foldForSort(word))
    .filter((word) => word !== '');

/** Words that nearly every text has: beside others they do not count in a search of texts. */
export const commonWords: ReadonlySet<string> = new Set(
  'a an and any are as at be by for from has in into is it its may of on or shall such that the this to under which with'.split(
    ' ',
  ),
);
