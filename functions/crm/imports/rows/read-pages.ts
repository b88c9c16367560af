// Reads all rows of a file, where a row may name any other one.

import type { Row } from '../../../../shared/import/rows/row-source.ts';
import { type Draft, type RowReader, readRow } from '../../../../shared/import/tables/flat-rows.ts';
import { checkWidth } from '../../../../shared/import/tables/table.ts';
import type { RowsContext } from './page-importer.ts';

/** All rows, and where each page begins. */
interface AllRows<T> {
  readonly rows: readonly Row<T>[];
  readonly starts: readonly number[];
}

export async function readAllPages<F extends string, T extends Draft>(
  { columns, pages, loadPage }: Pick<RowsContext, 'columns' | 'pages' | 'loadPage'>,
  reader: RowReader<F, T>,
): Promise<AllRows<T>> {
  const rows: Row<T>[] = [];
  const starts: number[] = [];
  for (let page = 0; page < pages; page += 1) {
    starts.push(rows.length);
    for (const [row, cells] of await loadPage(page))
      rows.push(readRow(checkWidth({ row, cells }, columns.length), '', reader));
  }
  return { rows, starts };
}
