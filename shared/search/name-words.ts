// Further words by which a name is found: how people write it together or apart (docs/interface/crm.md#search).
import { foldForSort } from '../lists/fold-for-sort.ts';
import { foldWords } from './words.ts';

/** Scripts that write names without a space, the family name first. */
const withoutSpaces = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;

const join = (words: readonly string[]): string => words.join('').replaceAll('-', '');

/** The words of a name that are written together: "Mary Jane" as "maryjane", "J. R. R." as "jrr". */
const joinWords = (name: string | undefined): string[] => {
  const words = foldWords(name ?? '');
  const isApart = words.length > 1 || words.some((word) => word.includes('-'));
  return isApart ? [join(words)] : [];
};

/** What follows an apostrophe: "O'Sullivan" is found by "sullivan". */
const splitAtApostrophes = (name: string | undefined): string[] =>
  (name ?? '')
    .split(/[\s\p{Pd}]+/u)
    .flatMap((word) => word.split(/['’‘ʻʼ`´]/u).slice(1))
    .map(foldForSort)
    .filter((word) => word.length > 2);

/** An id as one word: "AM-1023" and "am 1023" are the same. */
export const foldId = (id: string): string => foldForSort(id).replaceAll('-', '');

/**
 * The words of a person's names that are not words of the names themselves.
 *
 * @example listNameVariants({ firstName: 'Mary Jane', lastName: "O'Sullivan" }) // ['maryjane', 'sullivan']
 */
export function listNameVariants({
  firstName,
  lastName,
}: {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}): string[] {
  const together =
    firstName && lastName && withoutSpaces.test(firstName) && withoutSpaces.test(lastName)
      ? [foldForSort(lastName + firstName), foldForSort(firstName + lastName)]
      : [];
  return [
    ...joinWords(firstName),
    ...joinWords(lastName),
    ...splitAtApostrophes(firstName),
    ...splitAtApostrophes(lastName),
    ...together,
  ];
}
