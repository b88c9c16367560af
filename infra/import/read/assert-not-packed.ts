// Refuses a spreadsheet program's own file or an archive, which an import cannot read as text.
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { UnreadableSource } from '../../../shared/import/rows/row-source.ts';

/** How a zip archive begins, which .xlsx and .ods are too, and how an old .xls does. */
const PACKED_SIGNATURES = ['504b0304', '504b0506', 'd0cf11e0'];

/**
 * Refuses a packed file, regardless of its extension; but for workbooks, where they are readable.
 * @throws UnreadableSource
 */
export async function assertNotPacked(path: string, readable: readonly string[]): Promise<void> {
  const extension = extname(path).toLowerCase();
  if (extension === '.xlsx' && readable.includes(extension)) return;
  const file = await open(path).catch(() => undefined);
  // The reader reports a file that cannot be opened.
  if (file === undefined) return;
  const start = Buffer.alloc(4);
  await file
    .read(start, 0, 4, 0)
    .catch(() => undefined)
    .finally(() => file.close());
  if (!PACKED_SIGNATURES.includes(start.toString('hex'))) return;
  throw new UnreadableSource(
    extension === '.zip'
      ? `"${path}" is packed: unpack it, and import the folder or a file of it.`
      : `"${path}" is a spreadsheet's own file or an archive, not text: save it as CSV, and import that.`,
  );
}
