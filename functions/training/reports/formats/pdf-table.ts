// The table of a report in a PDF: breaks lines, assigns them to pages, and draws them.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { drawText, measureText, type Style, toSingleLine } from '../../../../shared/reports/typesetting.ts';
import { wrapText } from '../../../../shared/reports/wrap-text.ts';
import type { ReportDocument } from '../definition/document.ts';
import type { Column, Row } from '../definition/report.ts';

/** Points. */
export const margin = 42;
const lineHeight = 12;
const gap = 4;
const padding = 3.5;

export const ink = '#1B2F4B';
export const faint = '#5B6470';
const black = '#1D1D1B';
const hairline = '#C9D2DC';
const shade = '#E8EDF3';

const plainStyle: Style = { face: 'regular', size: 10, color: black };
const strongStyle: Style = { face: 'semibold', size: 10, color: ink };

const isNumeric = ({ kind }: Column): boolean => kind === 'number' || kind === 'money';

const decimalFormat = (least: number): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: 2 });
const [asNumber, asMoney] = [decimalFormat(0), decimalFormat(2)];

const formatValue = (value: Row[string], { kind }: Column): string => {
  if (typeof value === 'number') return (kind === 'money' ? asMoney : asNumber).format(value);
  return toSingleLine(value ?? '');
};

/** A column with its position on the page. */
interface PlacedColumn {
  readonly name: string;
  readonly column: Column;
  readonly left: number;
  readonly width: number;
}

function placeColumns(columns: ReportDocument['columns'], width: number): PlacedColumn[] {
  const named = Object.entries(columns);
  const shares = named.reduce((sum, [, column]) => sum + column.width, 0);
  let left = margin;
  return named.map(([name, column]) => {
    const share = (width * column.width) / shares;
    const one = { name, column, left, width: share };
    left += share;
    return one;
  });
}

/** A line of the table with the lines of text in each cell and its height. */
interface TableLine {
  readonly cells: readonly (readonly string[])[];
  readonly height: number;
  readonly style: Style;
}

/** A table. Lines are laid out when they are needed; storing ten thousand would take too much memory. */
export class PdfTable {
  private readonly document: OpenDocument;
  private readonly report: ReportDocument;
  private readonly size: { readonly width: number; readonly height: number };
  private readonly places: readonly PlacedColumn[];
  private readonly titles: TableLine;

  /** @param size of a page, in points */
  constructor(document: OpenDocument, report: ReportDocument, size: PdfTable['size']) {
    this.document = document;
    this.report = report;
    this.size = size;
    this.places = placeColumns(report.columns, size.width - 2 * margin);
    this.titles = this.line(
      this.places.map(({ column }) => column.title),
      strongStyle,
    );
  }

  private line(texts: readonly string[], style: Style): TableLine {
    const cells = this.places.map(({ width }, at) =>
      wrapText(texts[at] ?? '', width - 2 * gap, (part) => measureText(this.document, part, style)),
    );
    const lines = Math.max(...cells.map(({ length }) => length));
    return { cells, height: lines * lineHeight + 2 * padding, style };
  }

  /** The line at an index: first the rows, then the totals. */
  private lineAt(at: number): TableLine {
    const { rows, totals } = this.report;
    const row = rows[at];
    if (row)
      return this.line(
        this.places.map(({ name, column }) => formatValue(row[name], column)),
        plainStyle,
      );
    const total = totals[at - rows.length];
    return this.line(
      this.places.map(({ name, column }, place) =>
        place === 0 ? toSingleLine(total?.label ?? '') : formatValue(total?.sums[name], column),
      ),
      strongStyle,
    );
  }

  /**
   * The index of the first line of each page, then the number of lines. The table of the first page begins at `top`.
   */
  pages(top: number): readonly number[] {
    const { rows, totals } = this.report;
    const count = rows.length === 0 ? 0 : rows.length + totals.length;
    const bottom = this.size.height - margin - 2 * lineHeight;
    const starts = [0];
    let y = top + this.titles.height;
    for (let at = 0; at < count; at += 1) {
      const { height } = this.lineAt(at);
      // Totals stay together with at least one row on the same page.
      const needed = at === rows.length - 1 ? height + this.heightOfTotals() : height;
      if (y + needed > bottom && starts.at(-1) !== at) {
        starts.push(at);
        y = margin + this.titles.height;
      }
      y += height;
    }
    return [...starts, count];
  }

  private heightOfTotals(): number {
    const { rows, totals } = this.report;
    return totals.reduce((sum, _, at) => sum + this.lineAt(rows.length + at).height, 0);
  }

  private cells({ cells, style }: TableLine, top: number): void {
    for (const [at, { left, width, column }] of this.places.entries())
      for (const [line, text] of (cells[at] ?? []).entries()) {
        if (text === '') continue;
        const indent = isNumeric(column) ? width - gap - measureText(this.document, text, style) : gap;
        drawText(this.document, text, left + indent, top + padding + (line + 0.76) * lineHeight, style);
      }
  }

  private rule(y: number, color: string): void {
    const { pdf } = this.document;
    pdf
      .moveTo(margin, y)
      .lineTo(this.size.width - margin, y)
      .lineWidth(0.5)
      .strokeColor(color)
      .stroke();
  }

  /** Draws the lines of one page below the row of titles. */
  draw(top: number, from: number, to: number): void {
    const { titles, document, report } = this;
    document.pdf.rect(margin, top, this.size.width - 2 * margin, titles.height).fill(shade);
    this.cells(titles, top);
    let y = top + titles.height;
    for (let at = from; at < to; at += 1) {
      const line = this.lineAt(at);
      const isTotal = at >= report.rows.length;
      if (isTotal) this.rule(y, ink);
      this.cells(line, y);
      y += line.height;
      if (!isTotal) this.rule(y, hairline);
    }
    if (report.rows.length === 0)
      drawText(document, 'There is nothing to report.', margin + gap, y + 1.5 * lineHeight, {
        ...plainStyle,
        color: faint,
      });
  }
}
