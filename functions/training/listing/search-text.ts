// Text search: every word of the search must occur in the texts, in any order and case.
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';

/** Splits a text into folded words. Each word is folded separately, because folding cuts off long texts. */
export const splitWords = (text: string): string[] =>
  text.split(/\s+/).flatMap((word) => foldForSort(word).split('-').filter(Boolean));

/**
 * Creates a filter of texts that contain every word; undefined without words.
 *
 * @example holding('Budget basics')?.('Basics of the Budget') // true
 */
export function createTextFilter(
  searchText: string | undefined,
): ((...texts: readonly (string | undefined)[]) => boolean) | undefined {
  const words = splitWords(searchText ?? '');
  if (words.length === 0) return undefined;
  return (...texts) => {
    const targetWords = texts.flatMap((text) => splitWords(text ?? ''));
    return words.every((word) => targetWords.some((target) => target.includes(word)));
  };
}

/**
 * Creates a filter of ids, names or tags of which at least one is among the choices, in any case; undefined without
 * choices.
 *
 * @example anyOf(['Ethics'])?.('elections', 'ethics') // true
 */
export function createChoiceFilter(
  choices: readonly string[],
): ((...texts: readonly string[]) => boolean) | undefined {
  if (choices.length === 0) return undefined;
  const folded = new Set(choices.map((choice) => splitWords(choice).join('-')));
  return (...texts) => texts.some((text) => folded.has(splitWords(text).join('-')));
}
