// Tables: columns in proportion, wrapped cells in every script, a shaded row of titles, lines between the rows.
import type { OpenDocument } from './document.ts';
import { black, hairline, ink, shade } from './palette.ts';
import { drawRule, drawText, measureText, type Style, toSingleLine } from './typesetting.ts';
import { measureLongestPart, wrapText } from './wrap-text.ts';

/** Points. */
const LINE_HEIGHT = 12;
const GAP = 4;
const PADDING = 3.5;

export const cellStyle: Style = { face: 'regular', size: 10, color: black };
const strongStyle: Style = { face: 'semibold', size: 10, color: ink };

export interface TableColumn {
  readonly title: string;
  /** Its share of the table's width, relative to the other columns. */
  readonly width: number;
  /** Left by default. */
  readonly align?: 'left' | 'right';
}

/** A row whose cells are wrapped. */
export interface TableRow {
  readonly height: number;
  /** Draws it with its top at `y`. */
  readonly draw: (y: number) => void;
}

interface RowLook {
  readonly style: Style;
  /** Colors; none by default. */
  readonly fill?: string;
  readonly lineAbove?: string;
  readonly lineBelow?: string;
}

/** A table on the pages of a document. The caller places its rows, below the titles on every page. */
export interface Table {
  readonly titles: TableRow;
  row(cells: readonly string[]): TableRow;
  totalRow(cells: readonly string[]): TableRow;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/**
 * The columns with their positions, in points: in proportion, but none narrower than the longest part of its title as
 * long as others have room to give.
 */
function placeColumns(
  columns: readonly TableColumn[],
  { left, width }: { readonly left: number; readonly width: number },
  measureTitle: (title: string) => number,
) {
  const shares = sum(columns.map((column) => column.width));
  const planned = columns.map(({ title, width: share }) => ({
    wanted: (width * share) / shares,
    least: measureTitle(title) + 2 * GAP,
  }));
  const lacking = sum(planned.map(({ wanted, least }) => Math.max(0, least - wanted)));
  const spare = sum(planned.map(({ wanted, least }) => Math.max(0, wanted - least)));
  const given = Math.min(1, spare === 0 ? 0 : lacking / spare);
  const granted = Math.min(1, lacking === 0 ? 0 : spare / lacking);
  let next = left;
  return planned.map(({ wanted, least }, index) => {
    const own = wanted < least ? wanted + (least - wanted) * granted : wanted - (wanted - least) * given;
    const place = { left: next, width: own, align: columns[index]?.align };
    next += own;
    return place;
  });
}

/** A cell whose longest part of a word is too long for its column is set smaller, but no smaller than this; points. */
const SMALLEST = 7;

/** The lines of a cell, in a size in which no word is broken where that is possible. */
function setCell(document: OpenDocument, text: string, width: number, style: Style) {
  const lines = wrapText(text, width, (part) => measureText(document, part, style));
  if (lines.length === 1) return { lines, style };
  const longest = measureLongestPart(text, (word) => measureText(document, word, style));
  if (longest <= width) return { lines, style };
  const smaller = {
    ...style,
    size: Math.max(SMALLEST, Math.floor((style.size * width * 9.9) / longest) / 10),
  };
  return { lines: wrapText(text, width, (part) => measureText(document, part, smaller)), style: smaller };
}

/** Begins a table between two edges. */
export function beginTable(
  document: OpenDocument,
  columns: readonly TableColumn[],
  { left, width }: { readonly left: number; readonly width: number },
): Table {
  const places = placeColumns(columns, { left, width }, (title) =>
    measureLongestPart(title, (word) => measureText(document, word, strongStyle)),
  );
  const build = (texts: readonly string[], look: RowLook): TableRow => {
    const { style, fill, lineAbove, lineBelow } = look;
    const cells = places.map((place, index) =>
      setCell(document, toSingleLine(texts[index] ?? ''), place.width - 2 * GAP, style),
    );
    const height = Math.max(...cells.map(({ lines }) => lines.length)) * LINE_HEIGHT + 2 * PADDING;
    const draw = (y: number): void => {
      if (fill) document.pdf.rect(left, y, width, height).fill(fill);
      if (lineAbove) drawRule(document, y, { left, width, color: lineAbove });
      for (const [index, place] of places.entries())
        for (const [line, text] of (cells[index]?.lines ?? []).entries()) {
          if (text === '') continue;
          const own = cells[index]?.style ?? style;
          const indent = place.align === 'right' ? place.width - GAP - measureText(document, text, own) : GAP;
          drawText(document, text, place.left + indent, y + PADDING + (line + 0.76) * LINE_HEIGHT, own);
        }
      if (lineBelow) drawRule(document, y + height, { left, width, color: lineBelow });
    };
    return { height, draw };
  };
  return {
    titles: build(
      columns.map(({ title }) => title),
      { style: strongStyle, fill: shade },
    ),
    row: (cells) => build(cells, { style: cellStyle, lineBelow: hairline }),
    totalRow: (cells) => build(cells, { style: strongStyle, lineAbove: ink }),
  };
}
