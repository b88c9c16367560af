// Breaks text into lines that fit a width.
import { fillLines, splitParts, splitPieces } from './line-breaking.ts';

/** Measures the width of a text. */
export type MeasureText = (text: string) => number;

/** The width of the longest part of a word, which a line must hold so that none is broken within. */
export const measureLongestPart = (text: string, measure: MeasureText): number =>
  Math.max(0, ...splitParts(text).map(measure));

/** Breaks a text into lines that fit the width. Only words longer than a line are broken. */
export function wrapText(text: string, width: number, measure: MeasureText): string[] {
  const fits = (line: string): boolean => measure(line) <= width;
  if (fits(text) && !text.includes('\n')) return [text];
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const lines = fillLines(splitPieces(paragraph), fits);
    return lines.length === 0 ? [''] : lines;
  });
}
