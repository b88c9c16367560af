// Line breaking: at spaces, and within scripts without spaces between words (JIS X 4051).
import { splitGraphemes } from './texts.ts';

/** A part of a text without line breaks, and what separates it from the part before on the same line. */
export interface Piece {
  readonly text: string;
  readonly glue: '' | ' ';
}

/** Scripts without spaces between words. */
const unspacedScripts =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Opening signs do not end a line. */
const openingSign = /[\p{Ps}\p{Pi}]$/u;

/** Closing signs do not begin a line (JIS X 4051). */
const closingSign = /^[\p{Pe}\p{Pf}、。，．・：；？！ー々,.:;?!]/u;

/** Words of such a script; signs stay with the word before them, as 、 and 。 begin no line. */
function splitWords(text: string): readonly string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) {
    const last = parts.at(-1);
    const stays =
      last !== undefined && (openingSign.test(last) || (!isWordLike && !openingSign.test(segment)));
    if (stays) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

/** The pieces of a text between which a line can break. */
export const splitPieces = (text: string): readonly Piece[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) =>
      (unspacedScripts.test(word) ? splitWords(word) : [word]).map(
        (part, index): Piece => ({ text: part, glue: index === 0 ? ' ' : '' }),
      ),
    );

/** How many characters fit, at least one, by binary search. */
function countFitting(characters: readonly string[], fits: (text: string) => boolean): number {
  let [low, high] = [1, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(characters.slice(0, middle).join(''))) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Between the parts of addresses and of compounds, where a word is broken rather than elsewhere; numbers have none. */
const joint = /(?<=[@./_\-–—&=?])(?=\p{L})|(?<=\p{Ll})(?=\p{Lu})/u;

/** The parts of a text that are broken last: its words, and the parts of those. */
export const splitParts = (text: string): readonly string[] =>
  splitPieces(text).flatMap(({ text: piece }) => piece.split(joint));

/** Whether no line should end between two characters: after what opens, and before what closes. */
const mustStayTogether = (before = '', after = ''): boolean =>
  openingSign.test(before) || closingSign.test(after);

/** The parts of a piece, each of which fits, or is a single character. */
function* breakPiece(text: string, fits: (text: string) => boolean): Generator<string> {
  let characters = splitGraphemes(text);
  while (characters.length > 0) {
    let count = countFitting(characters, fits);
    while (count > 1 && mustStayTogether(characters[count - 1], characters[count])) count -= 1;
    const parts = characters.join('').split(joint);
    const fitting = countFitting(parts, fits);
    if (parts.length > 1 && fits(parts.slice(0, fitting).join('')))
      count = splitGraphemes(parts.slice(0, fitting).join('')).length;
    yield characters.slice(0, count).join('');
    characters = characters.slice(count);
  }
}

/** Fills lines with as many pieces as fit. Only a piece longer than a line is broken. */
export function fillLines(pieces: readonly Piece[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const { text, glue } of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && fits(last + glue + text)) lines[lines.length - 1] = last + glue + text;
    else if (fits(text)) lines.push(text);
    else lines.push(...breakPiece(text, fits));
  }
  return lines;
}
