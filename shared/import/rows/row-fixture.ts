// What tests of readers read of the rows.
import type { Row, RowSource } from './row-source.ts';

/** All rows of a reading. */
export async function collectRows<T>(reading: RowSource<T>): Promise<Row<T>[]> {
  const rows: Row<T>[] = [];
  for await (const row of reading.rows) rows.push(row);
  return rows;
}

/** The records of the rows that have one. */
export const getRecords = <T>(rows: readonly Row<T>[]): T[] =>
  rows.flatMap((row) => ('record' in row ? [row.record] : []));

/** Every problem of every refused row, as "row field: reason". */
export const describeRefusals = (rows: readonly Row<unknown>[]): string[] =>
  rows.flatMap((row) =>
    'problems' in row ? row.problems.map((problem) => `${row.row} ${problem.field}: ${problem.reason}`) : [],
  );
