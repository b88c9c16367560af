// A report as CSV: a row of titles, then the rows. There are no totals: readers would take them for records.
import { formatAmount } from '../../../../shared/money/currency.ts';
import { writeCsv } from '../../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../../shared/reports/escape-csv-formula.ts';
import type { ReportDocument } from '../definition/document.ts';
import type { Column, Row } from '../definition/report.ts';

/** `2027-03-01` as `3/1/2027`. */
const formatAmericanDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number);
  return `${month}/${date}/${year}`;
};

const formatCell = (
  value: Row[string],
  { kind, dateFormat }: Column,
  currency: string | undefined,
): string => {
  if (value === undefined) return '';
  if (dateFormat) return formatAmericanDay(String(value));
  if (typeof value === 'number')
    return kind === 'money' && currency !== undefined ? formatAmount(value, currency) : String(value);
  return kind === 'text' ? escapeCsvFormula(value) : value;
};

/** The report as CSV. */
export const writeCsvReport = async ({
  columns,
  rows,
  currency,
  isHeadless,
}: ReportDocument): Promise<Uint8Array> => {
  const named = Object.entries(columns);
  return writeCsv([
    ...(isHeadless ? [] : [named.map(([, { title }]) => title)]),
    ...rows.map((row) => named.map(([name, column]) => formatCell(row[name], column, currency))),
  ]);
};
