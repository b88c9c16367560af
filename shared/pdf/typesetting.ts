// Measures and draws the short texts and the lines of reports. A text whose characters are all in one typeface takes a fast path.
import type { OpenDocument } from './document.ts';
import { drawLine, lineWidth } from './draw-text.ts';
import type { FaceName } from './faces/faces.ts';

/** The style of a text. */
export interface Style {
  readonly face: FaceName;
  /** Points. */
  readonly size: number;
  readonly color: string;
}

/** A text as a single line. */
export const toSingleLine = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

const isCovered = ({ faces }: OpenDocument, face: FaceName, text: string): boolean => {
  const { covers } = faces[face];
  for (const character of text) if (!covers(character.codePointAt(0) ?? 0)) return false;
  return true;
};

/** The width of a text in points. */
export function measureText(document: OpenDocument, text: string, style: Style): number {
  if (!isCovered(document, style.face, text)) return lineWidth(document, text, style);
  return document.pdf.font(style.face).fontSize(style.size).widthOfString(text);
}

/** Draws a text from `x`, with the baseline at `y`. */
export function drawText(document: OpenDocument, text: string, x: number, y: number, style: Style): void {
  if (!isCovered(document, style.face, text)) {
    drawLine(document, text, { ...style, at: x, y });
    return;
  }
  const { pdf } = document;
  pdf
    .font(style.face)
    .fontSize(style.size)
    .fillColor(style.color)
    .text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
}

/** Draws a horizontal line. */
export function drawRule(
  { pdf }: OpenDocument,
  y: number,
  {
    left,
    width,
    color,
    thickness = 0.5,
  }: {
    readonly left: number;
    readonly width: number;
    readonly color: string;
    readonly thickness?: number | undefined;
  },
): void {
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke();
}
