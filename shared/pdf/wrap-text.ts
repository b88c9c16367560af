// Breaks text into lines that fit a width.
import { fillLines, splitPieces } from './line-breaking.ts';

/** Measures the width of a text. */
export type MeasureText = (text: string) => number;

/** Breaks a text into lines that fit the width. Only words longer than a line are broken. */
export function wrapText(text: string, width: number, measure: MeasureText): string[] {
  const fits = (line: string): boolean => measure(line) <= width;
  if (fits(text) && !text.includes('\n')) return [text];
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines = fillLines(splitPieces(paragraph), fits);
    return lines.length === 0 ? [''] : lines;
  });
}
