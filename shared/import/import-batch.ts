// Writes a batch of rows into a collection, and says what became of each.
import type { TenantStore } from '../data/store.ts';
import type { Collection } from '../directory/collection.ts';
import { type SourceRecord, type UpsertOptions, type UpsertOutcome, upsert } from '../directory/upsert.ts';
import type { ParsedRow, RefusedRow, Row, RowProblem } from './row-source.ts';

/** A row that was imported, or would be in a dry run. */
interface ImportedRow {
  readonly row: string;
  readonly id: string;
  readonly outcome: Exclude<UpsertOutcome, 'too large'>;
  readonly leftOut: readonly RowProblem[];
}

/** What became of a row. */
export type RowResult = ImportedRow | RefusedRow;

const describeResult = <D extends { readonly id: string }>(
  { row, record: { id }, leftOut }: ParsedRow<D>,
  outcome: UpsertOutcome,
): RowResult =>
  outcome === 'too large'
    ? { row, problems: [{ field: '(row)', reason: 'is larger than a record may be (380 KB)', value: id }] }
    : { row, id, outcome, leftOut };

/** Imports rows whose references are resolved; ids must be unique. The results are in the order of the rows. */
export async function importBatch<C extends object, K extends string, D extends SourceRecord<C>>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  rows: readonly Row<D>[],
  options: UpsertOptions,
): Promise<readonly RowResult[]> {
  const records = rows.flatMap((row) => ('record' in row ? [row.record] : []));
  options.onProgress?.(rows.length - records.length);
  const outcomes = await upsert(tenant, collection, records, options);
  return rows.map((row) =>
    'record' in row ? describeResult(row, outcomes.get(row.record.id) ?? 'unchanged') : row,
  );
}
