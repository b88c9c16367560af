// Breaks text into lines that fit a width, by words where there are some.
import { fillLines, splitPieces } from '../pdf/line-breaking.ts';

/** How wide a text is, in the unit of the width it must fit. */
export type MeasureText = (text: string) => number;

/** The lines of a text, each no wider than the width. A word that is too long by itself is broken where it must be. */
export function wrapText(text: string, width: number, measure: MeasureText): string[] {
  const fits = (line: string): boolean => measure(line) <= width;
  if (fits(text) && !text.includes('\n')) return [text];
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines = fillLines(splitPieces(paragraph), fits);
    return lines.length === 0 ? [''] : lines;
  });
}
