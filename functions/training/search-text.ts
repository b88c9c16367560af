// Searching by words: every word that was typed stands somewhere in what is searched, in any order and case.
import { foldForSort } from '../../shared/directory/fold-for-sort.ts';

/** Words one by one, for a fold of the whole would be cut off where sort keys end. */
const splitWords = (text: string): string[] =>
  text.split(/\s+/).flatMap((word) => foldForSort(word).split('-').filter(Boolean));

/**
 * Tells whether texts hold every word; undefined when no word was typed.
 *
 * @example holding('Budget basics')?.('Basics of the Budget') // true
 */
export function createTextFilter(
  searchText: string | undefined,
): ((...texts: readonly (string | undefined)[]) => boolean) | undefined {
  const words = splitWords(searchText ?? '');
  if (words.length === 0) return undefined;
  return (...texts) => {
    const there = texts.flatMap((text) => splitWords(text ?? ''));
    return words.every((word) => there.some((one) => one.includes(word)));
  };
}

/**
 * Tells whether any of some ids, names or tags is among those that were chosen, in any case; undefined when none was.
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
