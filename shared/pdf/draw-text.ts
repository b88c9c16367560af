// Draws lines of text: each character in a typeface that has it, each script in its reading order.

import type { OpenDocument } from './document.ts';
import { createFaceChooser, isBundledFace } from './face-choice.ts';
import type { FaceName } from './faces/faces.ts';
import { isJoiningScript } from './faces/families.ts';
import { splitRuns, type TextRun } from './runs.ts';
import { normalizeForPrint, removeInvisible } from './texts.ts';

/** The style of a line. */
export interface LineStyle {
  readonly face: FaceName;
  /** Points. */
  readonly size: number;
  readonly color: string;
  /** Points between characters; 0 by default. */
  readonly spacing?: number;
}

/**
 * With features of its own a run is set whole: the library sets word by word otherwise, and reverses no Hebrew line.
 */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'liga'];

/** The runs of a line from left to right. */
function runsLeftToRight(document: OpenDocument, text: string, face: FaceName): readonly TextRun<string>[] {
  const line = normalizeForPrint(text);
  const faceFor = createFaceChooser(document, face, line);
  const parts = document.scripts?.inReadingOrder(line) ?? [{ text: line, isRightToLeft: false }];
  return parts.flatMap(({ text: part, isRightToLeft }) => {
    const runs = splitRuns(part, faceFor).map((run) => {
      if (!isBundledFace(document, run.face)) return run;
      // The library reverses right-to-left letters itself.
      const seen = removeInvisible(run.text);
      const isTurned = isRightToLeft && !/\p{L}/u.test(seen);
      return { face: run.face, text: isTurned ? (document.scripts?.mirrored(seen) ?? seen) : seen };
    });
    return isRightToLeft ? runs.toReversed() : runs;
  });
}

/** The spacing between the characters of a run; none for joining scripts. */
const runSpacing = ({ text }: TextRun<string>, spacing: number): number =>
  spacing !== 0 && isJoiningScript(text) ? 0 : spacing;

/** The width of a line in points. */
export function lineWidth(
  document: OpenDocument,
  text: string,
  { face, size, spacing = 0 }: Pick<LineStyle, 'face' | 'size' | 'spacing'>,
): number {
  const { pdf } = document;
  return runsLeftToRight(document, text, face).reduce(
    (width, run) =>
      width +
      pdf
        .font(run.face)
        .fontSize(size)
        .widthOfString(run.text, { features, characterSpacing: runSpacing(run, spacing) }),
    0,
  );
}

/** Draws a line whose baseline is at `y`; `at` is its left end, its middle or its right end, by `align`. */
export function drawLine(
  document: OpenDocument,
  text: string,
  {
    at,
    y,
    align = 'left',
    ...style
  }: LineStyle & {
    readonly at: number;
    readonly y: number;
    readonly align?: 'left' | 'center' | 'right';
  },
): void {
  const { pdf } = document;
  const { face, size, color, spacing = 0 } = style;
  const width = lineWidth(document, text, style);
  let x = { left: at, center: at - width / 2, right: at - width }[align];
  for (const run of runsLeftToRight(document, text, face)) {
    const options = { features, characterSpacing: runSpacing(run, spacing) };
    pdf.font(run.face).fontSize(size);
    const advance = pdf.widthOfString(run.text, options);
    pdf.fillColor(color).text(run.text, x, y, { ...options, lineBreak: false, baseline: 'alphabetic' });
    x += advance;
  }
}
