// An export as a workbook with one sheet. Texts are cells of the kind text, which no spreadsheet takes for a formula.
import { writeXlsx } from 'hucre/xlsx';
import type { ExportTable } from './export-table.ts';

/** Writes an Office Open XML workbook. */
export const writeWorkbook = async ({ name, columns, rows }: ExportTable): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(() => ({ width: 20 })),
        rows: [columns.map(({ title }) => title), ...rows.map((row) => [...row])],
        freezePane: { rows: 1 },
      },
    ],
  });
