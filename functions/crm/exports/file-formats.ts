// The formats of exports. The writer of workbooks is imported on first use, because its library is large.
import { writeCsv } from '../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../shared/reports/escape-csv-formula.ts';
import type { Cell } from './columns.ts';
import type { ExportTable } from './export-table.ts';
import type { ExportFormat } from './schemas.ts';

interface Format {
  readonly contentType: string;
  readonly write: (table: ExportTable) => Promise<Uint8Array>;
}

const toText = (cell: Cell): string => (cell === null ? '' : String(cell));

/** Texts that a spreadsheet would take for a formula are escaped; numbers are numbers. */
const toCsvCell = (cell: Cell): string => (typeof cell === 'string' ? escapeCsvFormula(cell) : toText(cell));

/** A line of JSON for each row, as JSON Lines (jsonlines.org). */
const writeJsonLines = ({ columns, rows }: ExportTable): Uint8Array =>
  Buffer.from(
    rows
      .map((row) => {
        const entries = columns.map(({ name }, index) => [name, row[index] ?? null]);
        return `${JSON.stringify(Object.fromEntries(entries))}\n`;
      })
      .join(''),
  );

export const formats: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8',
    write: async ({ columns, rows }) =>
      writeCsv([
        columns.map(({ title }) => escapeCsvFormula(title)),
        ...rows.map((row) => row.map(toCsvCell)),
      ]),
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: async (table) => (await import('./xlsx.ts')).writeWorkbook(table),
  },
  jsonl: { contentType: 'application/jsonl', write: async (table) => writeJsonLines(table) },
};
