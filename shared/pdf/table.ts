// Tables: columns in proportion, wrapped cells in every script, a shaded row of titles, lines between the rows.
import type { OpenDocument } from './document.ts';
import { black, hairline, ink, shade } from './palette.ts';
import { drawRule, drawText, measureText, type Style, toSingleLine } from './typesetting.ts';
import { wrapText } from './wrap-text.ts';

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

/** The columns with their positions, in points. */
function placeColumns(columns: readonly TableColumn[], left: number, width: number) {
  const shares = columns.reduce((sum, column) => sum + column.width, 0);
  let next = left;
  return columns.map(({ width: share, align }) => {
    const place = { left: next, width: (width * share) / shares, align };
    next += place.width;
    return place;
  });
}

/** Begins a table between two edges. */
export function beginTable(
  document: OpenDocument,
  columns: readonly TableColumn[],
  { left, width }: { readonly left: number; readonly width: number },
): Table {
  const places = placeColumns(columns, left, width);
  const build = (texts: readonly string[], look: RowLook): TableRow => {
    const { style, fill, lineAbove, lineBelow } = look;
    const measure = (text: string): number => measureText(document, text, style);
    const cells = places.map((place, index) =>
      wrapText(toSingleLine(texts[index] ?? ''), place.width - 2 * GAP, measure),
    );
    const height = Math.max(...cells.map(({ length }) => length)) * LINE_HEIGHT + 2 * PADDING;
    const draw = (y: number): void => {
      if (fill) document.pdf.rect(left, y, width, height).fill(fill);
      if (lineAbove) drawRule(document, y, { left, width, color: lineAbove });
      for (const [index, place] of places.entries())
        for (const [line, text] of (cells[index] ?? []).entries()) {
          if (text === '') continue;
          const indent = place.align === 'right' ? place.width - GAP - measure(text) : GAP;
          drawText(document, text, place.left + indent, y + PADDING + (line + 0.76) * LINE_HEIGHT, style);
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
