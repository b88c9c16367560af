// Reads the first sheet of an Office Open XML workbook, apart from the platform (docs/sandbox.md).
import { ContentFault } from '../../sandbox/content-fault.ts';
import { createSandbox } from '../../sandbox/sandbox.ts';
import { UnreadableSource } from '../rows/row-source.ts';
import { assertUnpackable } from './assert-unpackable.ts';
import type { OpenBytes } from './decode.ts';
import type { TablePosition, TableRecord, TableSource } from './table-record.ts';
import { MAX_BYTES } from './workbook-limits.ts';
import type { WorkbookSlice } from './workbook-tasks.ts';

/** How a zip archive begins, which a workbook is. */
const ZIP_SIGNATURE = '504b0304';

const sandbox = createSandbox(() => import('./workbook-tasks.ts'), {
  what: 'The workbook',
  seconds: 45,
  wallSeconds: 120,
  megabytes: 700,
});

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

async function readSlice(name: string, bytes: Uint8Array, from: number): Promise<WorkbookSlice> {
  try {
    return await sandbox.run('readRows', bytes, from);
  } catch (error) {
    if (error instanceof ContentFault)
      throw new UnreadableSource(`"${name}" can't be read. ${error.message}`);
    throw error;
  }
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
  for (let last = from.row, isLast = false; !isLast; ) {
    const slice = await readSlice(name, bytes, last);
    if ('problem' in slice) throw new UnreadableSource(`"${name}" ${slice.problem}`);
    for (const [row, cells] of slice.rows) yield { row, cells, end: row };
    last = slice.rows.at(-1)?.[0] ?? last;
    isLast = slice.isLast;
  }
}
