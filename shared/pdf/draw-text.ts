// Draws lines of text in a document, each character in a typeface that has it.
import type { OpenDocument } from './document.ts';
import type { FaceName } from './faces.ts';
import { runsOf } from './runs.ts';

/** How a line is drawn. */
export interface LineStyle {
  readonly face: FaceName;
  /** Points. */
  readonly size: number;
  readonly color: string;
  /** Points between characters; none unless said. */
  readonly spacing?: number;
}

/** With features of its own a run is set whole: the library sets word by word otherwise, and reverses no Hebrew line. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'liga'];

/** The typefaces for a text, in the order they are tried. */
const orderOf = (face: FaceName): readonly [FaceName, ...FaceName[]] => [face, 'wide'];

/** The width of a line in points. */
export function lineWidth(
  { pdf, faces }: OpenDocument,
  text: string,
  { face, size, spacing = 0 }: Pick<LineStyle, 'face' | 'size' | 'spacing'>,
): number {
  return runsOf(text, orderOf(face), faces).reduce(
    (width, run) =>
      width +
      pdf.font(run.face).fontSize(size).widthOfString(run.text, { features, characterSpacing: spacing }),
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
  const { pdf, faces } = document;
  const { face, size, color, spacing = 0 } = style;
  const width = lineWidth(document, text, style);
  let x = { left: at, center: at - width / 2, right: at - width }[align];
  for (const run of runsOf(text, orderOf(face), faces)) {
    const options = { features, characterSpacing: spacing };
    pdf.font(run.face).fontSize(size);
    const advance = pdf.widthOfString(run.text, options);
    pdf.fillColor(color).text(run.text, x, y, { ...options, lineBreak: false, baseline: 'alphabetic' });
    x += advance;
  }
}
