// Sets pieces one below the other on as many pages as they need.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import type { FaceName } from '../../../../shared/pdf/faces.ts';
import { draw, onOneLine, type Style, widthOf } from '../../../../shared/reports/typesetting.ts';
import { wrapped } from '../../../../shared/reports/wrap.ts';

/** Points. */
export const margin = 54;

export const ink = '#1B2F4B';
export const black = '#1D1D1B';
export const faint = '#5B6470';
export const alert = '#9A2A1F';
export const hairline = '#C9D2DC';
export const shade = '#EEF2F6';

export const style = (face: FaceName, size: number, color: string): Style => ({ face, size, color });

/** Something of a height that stands on one page. */
export interface Piece {
  readonly height: number;
  /** Whether it must not be parted from the piece that follows it. */
  readonly staysWithNext?: boolean;
  /** Draws it with its top at `y`. */
  readonly draw: (y: number) => void;
}

/** The pieces of each page. What must stay together begins a new page when it does not fit on the one before. */
export function pagesOf(pieces: readonly Piece[], first: number, top: number, bottom: number): Piece[][] {
  const pages: Piece[][] = [[]];
  let y = first;
  for (let at = 0; at < pieces.length; ) {
    let last = at;
    while (pieces[last]?.staysWithNext && last + 1 < pieces.length) last += 1;
    const group = pieces.slice(at, last + 1);
    const height = group.reduce((sum, piece) => sum + piece.height, 0);
    const page = pages.at(-1);
    // What is higher than a page is parted after all.
    if (y + height <= bottom || page?.length === 0 || height > bottom - top) {
      for (const piece of group) {
        if (y + piece.height > bottom && (pages.at(-1)?.length ?? 0) > 0) {
          pages.push([]);
          y = top;
        }
        pages.at(-1)?.push(piece);
        y += piece.height;
      }
    } else {
      pages.push([...group]);
      y = top + height;
    }
    at = last + 1;
  }
  return pages;
}

/** An entry may be so high to be kept on one page; of a higher one the beginning is. */
const TOGETHER = 200;
const BEGINNING = 70;

/** Pieces that belong together: all of them on one page, or as many as the beginning of a long one has. */
export function together(pieces: readonly Piece[]): Piece[] {
  const whole = pieces.reduce((sum, { height }) => sum + height, 0);
  let above = 0;
  return pieces.map((piece, at) => {
    above += piece.height;
    const isLast = at === pieces.length - 1;
    const stays = !isLast && (whole <= TOGETHER || above <= BEGINNING);
    return stays ? { ...piece, staysWithNext: true } : isLast ? { ...piece, staysWithNext: false } : piece;
  });
}

/** A blank between two pieces. */
export const gap = (height: number, staysWithNext = false): Piece => ({
  height,
  staysWithNext,
  draw: () => {},
});

/** The lines of a text in a width. */
export const linesOf = (document: OpenDocument, text: string, width: number, of: Style): string[] =>
  wrapped(onOneLine(text), width, (part) => widthOf(document, part, of));

/** At most so many lines of a text; what does not fit ends in an ellipsis. */
export function clippedLines(
  document: OpenDocument,
  text: string,
  width: number,
  of: Style,
  most: number,
): string[] {
  const lines = linesOf(document, text, width, of);
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? '';
  while (last !== '' && widthOf(document, `${last} …`, of) > width) last = last.replace(/\s*\S+$/, '');
  return [...lines.slice(0, most - 1), `${last} …`];
}

/** A piece for each line of a text. */
export function textPieces(
  document: OpenDocument,
  lines: readonly string[],
  { left, of }: { readonly left: number; readonly of: Style },
): Piece[] {
  const height = of.size * 1.25;
  return lines.map((line, at) => ({
    height,
    // A single line of a paragraph is never left behind.
    staysWithNext: lines.length > 1 && (at === 0 || at === lines.length - 2),
    draw: (y) => draw(document, line, left, y + of.size * 0.82, of),
  }));
}

/** A line across. */
export function rule(document: OpenDocument, y: number, color: string, width = 0.5): void {
  const { pdf } = document;
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke();
}
