// Reads the first sheet of an Office Open XML workbook. The only file of imports that uses the library.
import { assertUnpackable } from './assert-unpackable.ts';
import type { OpenBytes } from './decode.ts';
import { UnreadableSource } from './row-source.ts';
import type { TablePosition, TableRecord, TableSource } from './table-record.ts';

/** A workbook is unpacked in memory. */
export const MAX_BYTES = 10_000_000;

/** How a zip archive begins, which a workbook is. */
const ZIP_SIGNATURE = '504b0304';

/** Whether these are the first bytes of a workbook, or of another archive. */
export const isWorkbook = (start: Uint8Array): boolean =>
  Buffer.from(start.subarray(0, 4)).toString('hex') === ZIP_SIGNATURE;

export async function readAll(name: string, open: OpenBytes): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of open()) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAX_BYTES)
      throw new UnreadableSource(
        `"${name}" has more than ${MAX_BYTES} bytes, the most of a workbook: save it as CSV, which may be larger.`,
      );
  }
  return new Uint8Array(Buffer.concat(pieces));
}

/** A value as a CSV file would have it. The value of a formula is the one that the workbook was saved with. */
function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '');
  return value === null || value === undefined ? '' : String(value).trim();
}

/**
 * The rows of the first sheet that are not blank, after `from`.
 * @throws UnreadableSource when it is too large, also unpacked, or no workbook
 */
export async function* readWorkbook(
  { name, open }: TableSource,
  from: TablePosition,
): AsyncGenerator<TableRecord> {
  const bytes = await readAll(name, open);
  assertUnpackable(name, bytes);
  // Loaded for workbooks alone.
  const { streamXlsxRows } = await import('hucre/xlsx');
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) {
      const row = index + 1;
      const cells = values.map(toText);
      if (row > from.row && cells.some((cell) => cell !== '')) yield { row, cells, end: row };
    }
  } catch (error) {
    const reason = error instanceof Error ? `: ${error.message}` : '';
    throw new UnreadableSource(
      `"${name}" is no workbook that can be read (.xlsx)${reason}. Save it again, or as CSV.`,
    );
  }
}
