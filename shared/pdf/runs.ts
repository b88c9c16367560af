// Cuts a text into runs of one typeface each, and into lines that fit.
import type { Face } from './faces.ts';

/** A piece of a text in one typeface. */
export interface Run<Name extends string> {
  readonly face: Name;
  readonly text: string;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const isBlank = (text: string): boolean => /^\s+$/.test(text);

/**
 * The runs of a text: each character, with its marks, in the first typeface that has it, in the last where none has.
 * Blanks stay with what stands before them.
 * @param order the typefaces in the order of preference
 */
export function runsOf<Name extends string>(
  text: string,
  order: readonly [Name, ...Name[]],
  faces: Readonly<Record<Name, Pick<Face, 'covers'>>>,
): readonly Run<Name>[] {
  const runs: { face: Name; text: string }[] = [];
  for (const { segment } of graphemes.segment(text.normalize('NFC'))) {
    const points = [...segment].map((character) => character.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    const face =
      isBlank(segment) && last
        ? last.face
        : (order.find((name) => points.every(faces[name].covers)) ?? order.at(-1) ?? order[0]);
    if (last?.face === face) last.text += segment;
    else runs.push({ face, text: segment });
  }
  return runs;
}

/** The words of a text, and of a word that alone is too wide its parts. */
function piecesOf(text: string, fits: (text: string) => boolean): string[] {
  return text
    .trim()
    .split(/\s+/)
    .flatMap((word) => {
      if (fits(word)) return [word];
      const parts: string[] = [];
      for (const { segment } of graphemes.segment(word)) {
        const last = parts.at(-1);
        if (last !== undefined && fits(last + segment)) parts[parts.length - 1] = last + segment;
        else parts.push(segment);
      }
      return parts;
    });
}

/** Breaks a text into as few lines as `fits` allows. */
function broken(text: string, fits: (text: string) => boolean): readonly string[] {
  const lines: string[] = [];
  for (const piece of piecesOf(text, fits)) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${piece}`)) lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(piece);
  }
  return lines;
}

/** How a text is set: its lines and their size in points. */
export interface Setting {
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * Sets a text as large as it may be: on one line from `largest` down to `smallest` points, else on up to `mostLines` of
 * about equal length; what does not fit even so ends in an ellipsis.
 * @param widthOf the width of a text at one point
 */
export function setIn(
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
): Setting {
  const whole = text.trim().replace(/\s+/g, ' ');
  const fitsAt =
    (size: number, within = width) =>
    (one: string) =>
      widthOf(one) * size <= within;
  // A line may shrink by a third; before it gets smaller than that, it is broken.
  const least = mostLines > 1 ? Math.max(smallest, (largest * 2) / 3) : smallest;
  for (let size = largest; size >= least; size -= 0.5)
    if (fitsAt(size)(whole)) return { lines: [whole], size };
  for (let size = least; size >= smallest; size -= 0.5) {
    const lines = broken(whole, fitsAt(size));
    if (lines.length > mostLines) continue;
    return { lines: evened(whole, lines.length, size, width, fitsAt), size };
  }
  const lines = broken(whole, fitsAt(smallest));
  const shown = lines.slice(0, mostLines);
  let last = shown.at(-1) ?? '';
  while (last !== '' && !fitsAt(smallest)(`${last}…`)) last = last.slice(0, -1).trimEnd();
  return { lines: [...shown.slice(0, -1), `${last}…`], size: smallest };
}

/** The same number of lines in the narrowest measure that still holds them, so that no last line is a single word. */
function evened(
  text: string,
  count: number,
  size: number,
  width: number,
  fitsAt: (size: number, within: number) => (text: string) => boolean,
): readonly string[] {
  let best = broken(text, fitsAt(size, width));
  for (let within = width; within > width / (count + 1); within -= 10) {
    const lines = broken(text, fitsAt(size, within));
    if (lines.length > count) break;
    best = lines;
  }
  return best;
}
