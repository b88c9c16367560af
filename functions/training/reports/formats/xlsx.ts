// A report as a workbook: one sheet with the rows, to be sorted and filtered, and one about the report. The only file
// that imports the library.

import { type Cell, type CellValue, type ColumnDef, writeXlsx } from 'hucre/xlsx';
import { minorUnit } from '../../../../shared/money/currency.ts';
import type { ReportDocument } from '../definition/document.ts';
import { describePeriod } from '../definition/period.ts';
import type { Column, ColumnKind, Row } from '../definition/report.ts';

/** The number format of a column, by its kind; amounts have the decimals of their currency. */
const buildNumberFormats = (
  currency: string | undefined,
): Readonly<Record<ColumnKind, (values: readonly Row[string][]) => string | undefined>> => ({
  text: () => undefined,
  // Optional decimals ("0.##") would show whole numbers with a trailing point.
  number: (values) => (values.every((value) => Number.isInteger(value ?? 0)) ? '#,##0' : '#,##0.00'),
  money: () => ['#,##0', '0'.repeat(minorUnit(currency ?? ''))].filter(Boolean).join('.'),
  date: () => 'yyyy-mm-dd',
  id: () => undefined,
});

/** A day becomes a date. Text is never taken for a formula. */
const toCellValue = (value: Row[string], { kind }: Column): CellValue =>
  value === undefined ? null : kind === 'date' ? new Date(`${value}T00:00:00Z`) : value;

/** Sheet names have at most 31 characters and some characters are not allowed. */
const toSheetName = (title: string): string => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);

const boldStyle = { font: { bold: true } } as const;
const headingStyle = {
  ...boldStyle,
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFE8EDF3' } },
} as const;

const aboutRows = (document: ReportDocument): CellValue[][] => {
  const { title, tenantName, subject, period, asOfDay, currency, rows } = document;
  return [
    ['Report', title],
    ['Association', tenantName],
    ...(subject === undefined ? [] : [['About', subject]]),
    ...(period ? [['Period', describePeriod(period)]] : []),
    ['As of', asOfDay],
    ...(currency === undefined ? [] : [['Amounts in', currency]]),
    ['Rows', rows.length],
  ];
};

/** Writes an Office Open XML workbook with real dates and numbers, so that they can be used in formulas. */
export async function writeXlsxReport(document: ReportDocument): Promise<Uint8Array> {
  const { title, asOf, rows, totals, isHeadless } = document;
  const formatters = buildNumberFormats(document.currency);
  const columns = Object.entries(document.columns);
  const numberFormats = columns.map(
    ([name, { kind, dateFormat }]) =>
      dateFormat ??
      formatters[kind]([...rows.map((row) => row[name]), ...totals.map(({ sums }) => sums[name])]),
  );
  const definitions = columns.map(([, { width }], index): ColumnDef => {
    const numFmt = numberFormats[index];
    return { width: Math.max(width, 12) * 1.2, ...(numFmt !== undefined && { numFmt }) };
  });
  const lines: CellValue[][] = [
    ...(isHeadless ? [] : [columns.map(([, column]) => column.title)]),
    ...rows.map((row) => columns.map(([name, column]) => toCellValue(row[name], column))),
    ...totals.map(({ label, sums }) =>
      columns.map(([name], index) => (index === 0 ? label : (sums[name] ?? null))),
    ),
  ];
  const cells = new Map<string, Partial<Cell>>();
  for (const [index, numFmt] of numberFormats.entries()) {
    if (!isHeadless) cells.set(`0,${index}`, { style: headingStyle });
    for (const [line] of totals.entries())
      cells.set(`${rows.length + 1 + line},${index}`, {
        style: { ...boldStyle, ...(numFmt !== undefined && index > 0 && { numFmt }) },
      });
  }
  return writeXlsx({
    sheets: [
      {
        ...{ name: toSheetName(title), columns: definitions, rows: lines, cells },
        ...(!isHeadless && { freezePane: { rows: 1 } }),
      },
      ...(isHeadless
        ? []
        : [
            {
              ...{ name: 'About', columns: [{ width: 16, style: boldStyle }, { width: 60 }] },
              rows: aboutRows(document),
            },
          ]),
    ],
    properties: { title, creator: document.tenantName, created: asOf, modified: asOf },
  });
}
