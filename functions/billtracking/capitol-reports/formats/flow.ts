// Lays out pieces one below the other on as many pages as they need.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import type { FaceName } from '../../../../shared/pdf/faces/faces.ts';
import { dropLastGrapheme } from '../../../../shared/pdf/texts.ts';
import {
  drawRule,
  drawText,
  measureText,
  type Style,
  toSingleLine,
} from '../../../../shared/pdf/typesetting.ts';
import { wrapText } from '../../../../shared/pdf/wrap-text.ts';

/** Points. */
export const margin = 54;

export const style = (face: FaceName, size: number, color: string): Style => ({ face, size, color });

/** Something of a given height that must fit on one page. */
export interface Piece {
  readonly height: number;
  /** Whether it must be on the same page as the next piece. */
  readonly staysWithNext?: boolean;
  /** Whether it is only a gap, which no page begins or ends with. */
  readonly isBlank?: boolean;
  /** What is repeated above it when it begins a page: the head of its table, or the name of its entry. */
  readonly above?: Piece;
  /** Draws it with its top at `y`. */
  readonly draw: (y: number) => void;
}

const totalHeight = (pieces: readonly Piece[]): number => pieces.reduce((sum, { height }) => sum + height, 0);

/** Groups the pieces that must be on one page. */
function groupPieces(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  let isOpen = false;
  for (const piece of pieces) {
    if (isOpen) groups.at(-1)?.push(piece);
    else groups.push([piece]);
    isOpen = piece.staysWithNext === true;
  }
  return groups;
}

/** The pieces of each page. A group that does not fit on the current page begins a new one. */
export function paginate(pieces: readonly Piece[], first: number, top: number, bottom: number): Piece[][] {
  let page: Piece[] = [];
  const pages = [page];
  let y = first;
  /** Continues on an empty page: the next one, unless the current one contains only gaps. */
  const turn = (): void => {
    if (page.every(({ isBlank }) => isBlank)) {
      page.length = 0;
      y = pages.length === 1 ? first : top;
      return;
    }
    page = [];
    pages.push(page);
    y = top;
  };
  const addPiece = (piece: Piece): void => {
    page.push(piece);
    y += piece.height;
  };
  for (const group of groupPieces(pieces)) {
    const height = totalHeight(group.at(-1)?.isBlank ? group.slice(0, -1) : group);
    // A group that is higher than a page is split.
    if (y + height > bottom && page.length > 0 && height <= bottom - top) turn();
    for (const piece of group) {
      const isTop = page.length === 0 && pages.length > 1;
      if (piece.isBlank && (isTop || y + piece.height > bottom)) continue;
      if (y + piece.height > bottom && page.length > 0) turn();
      if (page.length === 0 && pages.length > 1 && piece.above) addPiece(piece.above);
      addPiece(piece);
    }
  }
  return pages;
}

/** The maximum height of an entry that is not split; of a higher one only the beginning and the end are not. */
const MAX_UNBROKEN_HEIGHT = 200;
const MIN_HEIGHT_BEFORE_BREAK = 70;
const MIN_HEIGHT_AFTER_BREAK = 40;

/** Keeps the pieces of an entry on one page, or the beginning and the end of a long entry. */
export function keepTogether(pieces: readonly Piece[]): Piece[] {
  const whole = totalHeight(pieces);
  let above = 0;
  return pieces.map((piece, index) => {
    above += piece.height;
    const isLast = index === pieces.length - 1;
    const stays =
      !isLast &&
      (whole <= MAX_UNBROKEN_HEIGHT ||
        above <= MIN_HEIGHT_BEFORE_BREAK ||
        whole - above <= MIN_HEIGHT_AFTER_BREAK);
    return stays ? { ...piece, staysWithNext: true } : isLast ? { ...piece, staysWithNext: false } : piece;
  });
}

/** A gap between two pieces. */
export const gap = (height: number, staysWithNext = false): Piece => ({
  height,
  staysWithNext,
  isBlank: true,
  draw: () => {},
});

/** Wraps a text to a width. */
export const wrapLines = (document: OpenDocument, text: string, width: number, style: Style): string[] =>
  wrapText(toSingleLine(text), width, (part) => measureText(document, part, style));

/** The line without its last word, or without the last character of its only word. */
const shortenLine = (line: string): string =>
  /\S\s+\S/.test(line) ? line.replace(/\s+\S+$/, '') : dropLastGrapheme(line);

/** Wraps a text to at most so many lines; a text that does not fit ends in an ellipsis. */
export function clipLines(
  document: OpenDocument,
  text: string,
  width: number,
  style: Style,
  maxLines: number,
): string[] {
  const lines = wrapLines(document, text, width, style);
  if (lines.length <= maxLines) return lines;
  let last = lines[maxLines - 1] ?? '';
  while (last !== '' && measureText(document, `${last} …`, style) > width) last = shortenLine(last);
  return [...lines.slice(0, maxLines - 1), `${last} …`];
}

/** A piece for each line of a text. */
export function buildTextPieces(
  document: OpenDocument,
  lines: readonly string[],
  { left, style: textStyle }: { readonly left: number; readonly style: Style },
): Piece[] {
  const height = textStyle.size * 1.25;
  return lines.map((line, index) => ({
    height,
    // A page break never leaves a single line of a paragraph.
    staysWithNext: lines.length > 1 && (index === 0 || index === lines.length - 2),
    draw: (y) => drawText(document, line, left, y + textStyle.size * 0.82, textStyle),
  }));
}

/** Draws a line across the page. */
export const drawPageRule = (document: OpenDocument, y: number, color: string, thickness?: number): void =>
  drawRule(document, y, { left: margin, width: document.pdf.page.width - 2 * margin, color, thickness });
