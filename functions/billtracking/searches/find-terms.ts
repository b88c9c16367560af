// Finds words and phrases in a text, with their places in it, so that what matched can be shown.
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { foldWords } from '../../../shared/search/words.ts';

/** A part of a text, by its first character and the one after its last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface TextWord extends TextRange {
  /** Without case and accents. */
  readonly word: string;
}

/** A text whose words can be found. */
export interface IndexedText {
  readonly text: string;
  readonly words: readonly TextWord[];
  /** The places of each word among the words. */
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** Reads the words of a text once, however many terms are then looked up in it. */
export function indexText(text: string): IndexedText {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}'’.]+/gu)].flatMap(({ 0: found, index }): TextWord[] => {
    const word = foldForSort(found);
    // A full stop or an apostrophe after a word is not a part of it.
    const length = found.replace(/['’.]+$/u, '').length;
    return word === '' ? [] : [{ word, start: index, end: index + length }];
  });
  const places = new Map<string, number[]>();
  for (const [place, { word }] of words.entries()) {
    const known = places.get(word);
    if (known) known.push(place);
    else places.set(word, [place]);
  }
  return { text, words, places };
}

/** A word of a term, or with a `*` its beginning. */
interface TermWord {
  readonly word: string;
  readonly isBeginning: boolean;
}

/** The words of a term, in their order; none when it has neither letters nor digits. */
export const parseTerm = (term: string): TermWord[] =>
  term.split(/\s+/).flatMap((part) => {
    const words = foldWords(part);
    return words.map((word, index) => ({
      word,
      isBeginning: part.endsWith('*') && index === words.length - 1,
    }));
  });

const matchesWord = ({ word, isBeginning }: TermWord, candidate: TextWord | undefined): boolean =>
  candidate !== undefined && (isBeginning ? candidate.word.startsWith(word) : candidate.word === word);

/** The places where the first word of a term is. */
const findFirstWords = ({ places }: IndexedText, { word, isBeginning }: TermWord): readonly number[] =>
  isBeginning
    ? [...places].flatMap(([known, at]) => (known.startsWith(word) ? at : [])).sort((a, b) => a - b)
    : (places.get(word) ?? []);

/** Where a term is in a text, from the first to the last. */
export function findTerm(indexed: IndexedText, term: string): TextRange[] {
  const [first, ...others] = parseTerm(term);
  if (!first) return [];
  return findFirstWords(indexed, first).flatMap((place): TextRange[] => {
    const isPhrase = others.every((word, index) => matchesWord(word, indexed.words[place + index + 1]));
    const start = indexed.words[place]?.start;
    const end = indexed.words[place + others.length]?.end;
    return isPhrase && start !== undefined && end !== undefined ? [{ start, end }] : [];
  });
}

/** A part of an excerpt; what matched is to be shown as such. */
export interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** How many characters around the first match an excerpt has on either side. */
const EXCERPT_REACH = 90;

/** The nearest blank to where an excerpt would otherwise cut a word, or the end of the text. */
const toWordStart = (text: string, from: number): number =>
  from <= 0 ? 0 : Math.max(text.indexOf(' ', from) + 1, 0);
const toWordEnd = (text: string, to: number): number => {
  const blank = text.lastIndexOf(' ', to);
  return to >= text.length || blank < 0 ? text.length : blank;
};

/** Ranges in order, without those that another one covers or overlaps. */
function separateRanges(ranges: readonly TextRange[]): TextRange[] {
  const inOrder = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const separate: TextRange[] = [];
  for (const range of inOrder) if (range.start >= (separate.at(-1)?.end ?? 0)) separate.push(range);
  return separate;
}

/** The text around the first of some ranges, in parts that say which of it matched. */
export function buildExcerpt({ text }: IndexedText, ranges: readonly TextRange[]): readonly ExcerptPart[] {
  const separate = separateRanges(ranges);
  const [first] = separate;
  if (!first) return [];
  const from = Math.min(toWordStart(text, first.start - EXCERPT_REACH), first.start);
  const to = Math.max(toWordEnd(text, first.end + EXCERPT_REACH), first.end);
  const parts: ExcerptPart[] = [];
  let position = from;
  const add = (part: string, isMatch: boolean): void => {
    if (part !== '') parts.push({ text: part, isMatch });
  };
  if (from > 0) add('… ', false);
  for (const { start, end } of separate.filter((range) => range.end <= to)) {
    add(text.slice(position, start), false);
    add(text.slice(start, end), true);
    position = end;
  }
  add(text.slice(position, to), false);
  if (to < text.length) add(' …', false);
  return parts;
}

/** Excerpts of a text around some ranges, so many at most: what one shows is not in the next one. */
export function buildExcerpts(
  text: IndexedText,
  ranges: readonly TextRange[],
  most: number,
): readonly (readonly ExcerptPart[])[] {
  const excerpts: (readonly ExcerptPart[])[] = [];
  let left = separateRanges(ranges);
  while (left.length > 0 && excerpts.length < most) {
    excerpts.push(buildExcerpt(text, left));
    const shownTo = (left[0]?.end ?? 0) + EXCERPT_REACH;
    left = left.filter(({ end }) => end > shownTo);
  }
  return excerpts;
}
