// Reads the first sheet of an Office Open XML workbook in a process of its own: a few kilobytes can unpack to gigabytes, and a
// text that is stored once may stand in every cell. The only file of imports that uses the library.
import { defineTasks } from '../../sandbox/tasks.ts';
import {
  CELL_LENGTH,
  MAX_CELL_LENGTH,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_TEXT_LENGTH,
  SLICE_LENGTH,
} from './workbook-limits.ts';

/** Rows with their numbers, or why the workbook can't be read: a sentence without its subject. */
export type WorkbookSlice =
  | { readonly rows: readonly (readonly [row: number, cells: readonly string[]])[]; readonly isLast: boolean }
  | { readonly problem: string };

/** A value as a CSV file would have it. The value of a formula is the one that the workbook was saved with. */
function toText(value: unknown): string {
  // A number that is no day, in a cell of days, is refused with its row.
  if (value instanceof Date && Number.isNaN(value.valueOf())) return String(value);
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return value === null || value === undefined ? '' : String(value).trim();
}

/** The texts of a row, without empty cells at its end. */
function toTexts(values: readonly unknown[]): string[] {
  const cells = values.map(toText);
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}

const millions = (count: number): string => `${count / 1_000_000} million`;

export default defineTasks(import.meta.url, {
  /** The rows after `from` that are not blank, as many as are sent at a time. */
  async readRows(bytes: Uint8Array, from: number): Promise<WorkbookSlice> {
    const { streamXlsxRows } = await import('hucre/xlsx');
    const rows: [number, string[]][] = [];
    let [count, length, sliceLength] = [0, 0, 0];
    try {
      for await (const { index, values } of streamXlsxRows(bytes)) {
        const row = index + 1;
        const cells = toTexts(values);
        if (cells.length > MAX_COLUMNS)
          return { problem: `has ${cells.length} columns in row ${row}; the most is ${MAX_COLUMNS}.` };
        if (cells.some((cell) => cell.length > MAX_CELL_LENGTH))
          return {
            problem: `has a cell of more than ${MAX_CELL_LENGTH} characters in row ${row}, the most of a workbook.`,
          };
        const rowLength = cells.reduce((sum, cell) => sum + cell.length, 0);
        count += cells.length;
        length += rowLength;
        if (count > MAX_CELLS || length > MAX_TEXT_LENGTH)
          return {
            problem: `has cells with more than ${millions(MAX_TEXT_LENGTH)} characters, or more than ${millions(MAX_CELLS)} cells, the most of a workbook: save it as CSV, which may be larger.`,
          };
        if (row <= from || cells.length === 0) continue;
        rows.push([row, cells]);
        sliceLength += rowLength + cells.length * CELL_LENGTH;
        if (sliceLength > SLICE_LENGTH) return { rows, isLast: false };
      }
    } catch (error) {
      const reason = error instanceof Error ? `: ${error.message}` : '';
      return { problem: `is no workbook that can be read (.xlsx)${reason}. Save it again, or as CSV.` };
    }
    return { rows, isLast: true };
  },
});
