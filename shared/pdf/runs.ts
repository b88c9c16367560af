// Splits a text into runs of one typeface, and into lines that fit.
import { fillLines, splitPieces } from './line-breaking.ts';
import { dropLastGrapheme, normalizeForPrint, splitGraphemes } from './texts.ts';

/** A piece of a text in one typeface. */
export interface TextRun<Name extends string> {
  readonly face: Name;
  readonly text: string;
}

/**
 * The typeface for a character with its marks; `before` is that of the character before it. Undefined where no single
 * typeface has all of it.
 */
export type FaceChooser<Name extends string> = (
  grapheme: string,
  before: Name | undefined,
) => Name | undefined;

/** Splits a text into runs: each character with its marks in the typeface chosen for it. */
export function splitRuns<Name extends string>(
  text: string,
  faceFor: FaceChooser<Name>,
): readonly TextRun<Name>[] {
  const runs: { face: Name; text: string }[] = [];
  const add = (part: string): boolean => {
    const last = runs.at(-1);
    const face = faceFor(part, last?.face);
    if (face === undefined) return false;
    if (last?.face === face) last.text += part;
    else runs.push({ face, text: part });
    return true;
  };
  for (const grapheme of splitGraphemes(normalizeForPrint(text)))
    if (!add(grapheme)) for (const character of grapheme) add(character);
  return runs;
}

/** Breaks a text into as few lines as `fits` allows. */
const breakLines = (text: string, fits: (text: string) => boolean): readonly string[] =>
  fillLines(splitPieces(text), fits);

/** A text as lines with a size in points. */
export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** Sizes from one to another, by half a point. */
function* stepDown(from: number, to: number): Generator<number> {
  for (let size = from; size > to; size -= 0.5) yield size;
  yield to;
}

/**
 * Sets a text as large as it may be: on one line from `largest` down to `smallest` points, else on up to `mostLines` of
 * about equal length, without a word that is broken where it need not be; what does not fit even so ends in an ellipsis.
 * @param widthOf the width of a text at one point
 */
export function fitText(
  text: string,
  widthOf: (text: string) => number,
  {
    width,
    largest,
    smallest,
    mostLines,
  }: {
    readonly width: number;
    readonly largest: number;
    readonly smallest: number;
    readonly mostLines: number;
  },
): FittedText {
  const whole = text.trim().replace(/\s+/g, ' ');
  // The same lines are tried at every size, and to measure one takes long.
  const widths = new Map<string, number>();
  const measure = (candidate: string): number => {
    const known = widths.get(candidate) ?? widthOf(candidate);
    widths.set(candidate, known);
    return known;
  };
  const fitsAt =
    (size: number, within = width) =>
    (candidate: string) =>
      measure(candidate) * size <= within;
  // A line may shrink by a third; before it gets smaller than that, it is broken.
  const least = mostLines > 1 ? Math.max(smallest, (largest * 2) / 3) : smallest;
  for (const size of stepDown(largest, least)) if (fitsAt(size)(whole)) return { lines: [whole], size };
  const longest = Math.max(...splitPieces(whole).map(({ text: piece }) => measure(piece)));
  for (const holdsWords of [longest * smallest <= width, false])
    for (const size of stepDown(least, smallest)) {
      const shortest = holdsWords ? longest * size : 0;
      const lines = breakLines(whole, fitsAt(size));
      if (shortest > width || lines.length > mostLines) continue;
      return { lines: balanceLines(whole, lines.length, size, { width, shortest }, fitsAt), size };
    }
  const lines = breakLines(whole, fitsAt(smallest));
  const visible = lines.slice(0, mostLines);
  let last = visible.at(-1) ?? '';
  while (last !== '' && !fitsAt(smallest)(`${last}…`)) last = dropLastGrapheme(last).trimEnd();
  return { lines: [...visible.slice(0, -1), `${last}…`], size: smallest };
}

/** The same number of lines in the smallest width that holds each word, so that the last line is not a single word. */
function balanceLines(
  text: string,
  count: number,
  size: number,
  { width, shortest }: { readonly width: number; readonly shortest: number },
  fitsAt: (size: number, within: number) => (text: string) => boolean,
): readonly string[] {
  let best = breakLines(text, fitsAt(size, width));
  for (let within = width; within > Math.max(width / (count + 1), shortest); within -= 10) {
    const lines = breakLines(text, fitsAt(size, within));
    if (lines.length > count) break;
    best = lines;
  }
  return best;
}
