// The order in which the parts of a line are read from left to right: Arabic and Hebrew run the other way (UAX #9).
import bidiFactory from 'bidi-js/dist/bidi.mjs';

/** A part of a line that runs one way, as it is written. */
export interface DirectedText {
  readonly text: string;
  readonly isRightToLeft: boolean;
}

const bidi = bidiFactory();

/** What can make a part of a line run from the right: letters, their digits, and direction marks. */
const rightToLeftCharacters =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The parts of a line from left to right. A line that begins with Arabic or Hebrew runs from the right as a whole. */
export function splitByDirection(line: string): readonly DirectedText[] {
  if (!rightToLeftCharacters.test(line)) return [{ text: line, isRightToLeft: false }];
  const levels = bidi.getEmbeddingLevels(line);
  const parts: { from: number; to: number; level: number }[] = [];
  for (const index of bidi.getReorderedIndices(line, levels)) {
    const level = levels.levels[index] ?? 0;
    const last = parts.at(-1);
    const goesOn = last?.level === level && (level % 2 === 1 ? index === last.from - 1 : index === last.to);
    if (!last || !goesOn) parts.push({ from: index, to: index + 1, level });
    else if (index < last.from) last.from = index;
    else last.to = index + 1;
  }
  return parts.map(({ from, to, level }) => ({
    text: line.slice(from, to),
    isRightToLeft: level % 2 === 1,
  }));
}

/** A text of signs only, as it is printed in a line from right to left: reversed, with mirrored brackets. */
export const mirrorText = (text: string): string =>
  [...text]
    .reverse()
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('');
