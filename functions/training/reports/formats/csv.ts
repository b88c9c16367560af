// A report as CSV (RFC 4180): a row of titles, then the rows. There are no totals: readers would take them for records.

import { stringify } from 'csv-stringify/sync';
import { formatAmount } from '../../../../shared/money/currency.ts';
import { escapeCsvFormula } from '../../../../shared/reports/escape-csv-formula.ts';
import type { ReportDocument } from '../definition/document.ts';
import type { Column, Row } from '../definition/report.ts';

const formatCell = (value: Row[string], { kind }: Column, currency: string | undefined): string => {
  if (value === undefined) return '';
  if (typeof value === 'number')
    return kind === 'money' && currency !== undefined ? formatAmount(value, currency) : String(value);
  return kind === 'text' ? escapeCsvFormula(value) : value;
};

/** Writes UTF-8 with a byte order mark, which spreadsheets need to detect the encoding. */
export const writeCsv = async ({ columns, rows, currency }: ReportDocument): Promise<Uint8Array> => {
  const named = Object.entries(columns);
  const text = stringify(
    [
      named.map(([, { title }]) => title),
      ...rows.map((row) => named.map(([name, column]) => formatCell(row[name], column, currency))),
    ],
    { bom: true, record_delimiter: 'windows' },
  );
  return new TextEncoder().encode(text);
};
