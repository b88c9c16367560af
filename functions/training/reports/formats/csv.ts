// A report as CSV: a row of titles, then the rows. There are no totals: readers would take them for records.
import { formatAmount } from '../../../../shared/money/currency.ts';
import { writeCsv } from '../../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../../shared/reports/escape-csv-formula.ts';
import type { ReportDocument } from '../definition/document.ts';
import type { Column, Row } from '../definition/report.ts';

const formatCell = (value: Row[string], { kind }: Column, currency: string | undefined): string => {
  if (value === undefined) return '';
  if (typeof value === 'number')
    return kind === 'money' && currency !== undefined ? formatAmount(value, currency) : String(value);
  return kind === 'text' ? escapeCsvFormula(value) : value;
};

/** The report as CSV. */
export const writeCsvReport = async ({ columns, rows, currency }: ReportDocument): Promise<Uint8Array> => {
  const named = Object.entries(columns);
  return writeCsv([
    named.map(([, { title }]) => title),
    ...rows.map((row) => named.map(([name, column]) => formatCell(row[name], column, currency))),
  ]);
};
