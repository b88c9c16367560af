// Reads the first sheet of an Office Open XML workbook in a process of its own: a few kilobytes can unpack to gigabytes, and a
// text that is stored once may stand in every cell. The only file of imports that uses the library.
import { defineTasks } from '../sandbox/tasks.ts';
import { MAX_CELL_LENGTH, MAX_TEXT_LENGTH, SLICE_LENGTH } from './workbook-limits.ts';

/** Rows with their numbers, or why the workbook can't be read: a sentence without its subject. */
export type WorkbookSlice =
  | { readonly rows: readonly (readonly [row: number, cells: readonly string[]])[]; readonly isLast: boolean }
  | { readonly problem: string };

/** A value as a CSV file would have it. The value of a formula is the one that the workbook was saved with. */
function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return value === null || value === undefined ? '' : String(value).trim();
}

export default defineTasks(import.meta.url, {
  /** The rows after `from` that are not blank, as many as are sent at a time. */
  async readRows(bytes: Uint8Array, from: number): Promise<WorkbookSlice> {
    const { streamXlsxRows } = await import('hucre/xlsx');
    const rows: [number, string[]][] = [];
    let [length, sliceLength] = [0, 0];
    try {
      for await (const { index, values } of streamXlsxRows(bytes)) {
        const row = index + 1;
        const cells = values.map(toText);
        if (cells.some((cell) => cell.length > MAX_CELL_LENGTH))
          return {
            problem: `has a cell of more than ${MAX_CELL_LENGTH} characters in row ${row}, the most of a workbook.`,
          };
        const rowLength = cells.reduce((sum, cell) => sum + cell.length, 0);
        length += rowLength;
        if (length > MAX_TEXT_LENGTH)
          return {
            problem: `has cells with more than ${MAX_TEXT_LENGTH / 1_000_000} million characters, the most of a workbook: save it as CSV, which may be larger.`,
          };
        if (row <= from || cells.every((cell) => cell === '')) continue;
        rows.push([row, cells]);
        sliceLength += rowLength;
        if (sliceLength > SLICE_LENGTH) return { rows, isLast: false };
      }
    } catch (error) {
      const reason = error instanceof Error ? `: ${error.message}` : '';
      return { problem: `is no workbook that can be read (.xlsx)${reason}. Save it again, or as CSV.` };
    }
    return { rows, isLast: true };
  },
});
