// Opens the files of a source as one.
import type { Row, RowSource } from '../../../shared/import/rows/row-source.ts';
import { describeSkippedFiles, listSourceFiles, type SourceFile, TABLES } from './source-files.ts';

/**
 * The rows of a file, or of all tables and JSON files of a folder.
 * @throws UnreadableSource when a file can't be read as a whole
 */
export async function readFiles<T>(
  path: string,
  openFile: (file: SourceFile) => Promise<RowSource<T>>,
): Promise<RowSource<T>> {
  const files = await Promise.all((await listSourceFiles(path, TABLES)).map(openFile));
  return {
    total: files.reduce((sum, file) => sum + file.total, 0),
    remarks: [...(await describeSkippedFiles(path, TABLES)), ...files.flatMap((file) => file.remarks)],
    rows: chainRows(files),
  };
}

async function* chainRows<T>(files: readonly RowSource<T>[]): AsyncGenerator<Row<T>> {
  for (const file of files) yield* file.rows;
}
