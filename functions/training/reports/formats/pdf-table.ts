// The table of a report in a PDF: assigns its lines to pages, and draws them.

import { formatAmount } from '../../../../shared/money/currency.ts';
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { faint } from '../../../../shared/pdf/palette.ts';
import { beginTable, cellStyle, type Table, type TableRow } from '../../../../shared/pdf/table.ts';
import { drawText } from '../../../../shared/pdf/typesetting.ts';
import type { ReportDocument } from '../definition/document.ts';
import type { Column, Row } from '../definition/report.ts';

/** Points. */
export const margin = 42;
/** The height at the end of a page that is kept free for the foot. */
const footHeight = 24;

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

function formatValue(value: Row[string], { kind }: Column, currency: string | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  return kind === 'money' && currency !== undefined
    ? formatAmount(value, currency, 'grouped')
    : numberFormat.format(value);
}

/** A table. Lines are laid out when they are needed; storing ten thousand would take too much memory. */
export class PdfTable {
  private readonly document: OpenDocument;
  private readonly report: ReportDocument;
  private readonly height: number;
  private readonly columns: readonly (readonly [string, Column])[];
  private readonly table: Table;

  /** @param size of a page, in points */
  constructor(
    document: OpenDocument,
    report: ReportDocument,
    size: { readonly width: number; readonly height: number },
  ) {
    this.document = document;
    this.report = report;
    this.height = size.height;
    this.columns = Object.entries(report.columns);
    const columns = this.columns.map(([, { title, width, kind }]) => ({
      title,
      width,
      align: kind === 'number' || kind === 'money' ? ('right' as const) : ('left' as const),
    }));
    this.table = beginTable(document, columns, { left: margin, width: size.width - 2 * margin });
  }

  /** The line at an index: first the rows, then the totals. */
  private lineAt(index: number): TableRow {
    const { rows, totals, currency } = this.report;
    const row = rows[index];
    if (row)
      return this.table.row(this.columns.map(([name, column]) => formatValue(row[name], column, currency)));
    const total = totals[index - rows.length];
    return this.table.totalRow(
      this.columns.map(([name, column], place) =>
        place === 0 ? (total?.label ?? '') : formatValue(total?.sums[name], column, currency),
      ),
    );
  }

  /**
   * The index of the first line of each page, then the number of lines. The table of the first page begins at `top`.
   */
  pages(top: number): readonly number[] {
    const { rows, totals } = this.report;
    const count = rows.length === 0 ? 0 : rows.length + totals.length;
    const bottom = this.height - margin - footHeight;
    const starts = [0];
    let y = top + this.table.titles.height;
    for (let index = 0; index < count; index += 1) {
      const { height } = this.lineAt(index);
      // Totals stay together with at least one row on the same page.
      const needed = index === rows.length - 1 ? height + this.heightOfTotals() : height;
      if (y + needed > bottom && starts.at(-1) !== index) {
        starts.push(index);
        y = margin + this.table.titles.height;
      }
      y += height;
    }
    return [...starts, count];
  }

  private heightOfTotals(): number {
    const { rows, totals } = this.report;
    return totals.reduce((sum, _, index) => sum + this.lineAt(rows.length + index).height, 0);
  }

  /** Draws the lines of one page below the row of titles. */
  draw(top: number, from: number, to: number): void {
    const { titles } = this.table;
    titles.draw(top);
    let y = top + titles.height;
    for (let index = from; index < to; index += 1) {
      const line = this.lineAt(index);
      line.draw(y);
      y += line.height;
    }
    if (this.report.rows.length === 0)
      drawText(this.document, 'There is nothing to report.', margin + 4, y + 18, {
        ...cellStyle,
        color: faint,
      });
  }
}
