// Draws the texts of a certificate in the typeface of its layout.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { drawLine, type LineStyle, lineWidth } from '../../../../shared/pdf/draw-text.ts';
import { fitText } from '../../../../shared/pdf/runs.ts';
import type { CertificateLayout } from './layout.ts';

export interface Block extends LineStyle {
  readonly width: number;
  /** The smallest size it may shrink to. */
  readonly smallest: number;
  readonly mostLines: number;
  /** The middle of its lines; that of the page by default. */
  readonly at?: number;
}

/** The typeface of a layout: its sans serif has one shape. */
const chooseFace = (face: LineStyle['face'], { font }: CertificateLayout): LineStyle['face'] =>
  font === 'sans' ? 'wide' : face;

/** Draws a centred text as large as it fits; returns the baseline of its last line. */
export function drawBlock(
  document: OpenDocument,
  text: string,
  y: number,
  layout: CertificateLayout,
  block: Block,
): number {
  const { width, smallest, mostLines, size: largest, spacing = 0, at, ...style } = block;
  const face = chooseFace(style.face, layout);
  const measureWidth = (line: string) =>
    lineWidth(document, line, { face, size: 100, spacing: (spacing / largest) * 100 }) / 100;
  const { lines, size } = fitText(text, measureWidth, { width, largest, smallest, mostLines });
  const center = at ?? document.pdf.page.width / 2;
  const leading = size * 1.14;
  const top = y - (lines.length - 1) * leading * 0.5;
  for (const [index, line] of lines.entries())
    drawLine(document, line, {
      ...{ ...style, face, size, spacing: (spacing / largest) * size },
      ...{ at: center, y: top + index * leading, align: 'center' },
    });
  return top + (lines.length - 1) * leading;
}
