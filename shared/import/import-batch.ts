// Writes a batch of rows into a collection, and says what became of each.
import type { TenantStore } from '../data/store.ts';
import type { Collection } from '../directory/collection.ts';
import { type SourceRecord, type UpsertOptions, type UpsertOutcome, upsert } from '../directory/upsert.ts';
import type { ParsedRow, RefusedRow, Row, RowProblem } from './row-source.ts';

const refusals = {
  'too large': 'is larger than a record may be (380 KB)',
  'too many entries':
    'has too many names, addresses, offices or ids for one record: it cannot be written in 100 changes',
} as const;

const isRefusal = (outcome: UpsertOutcome): outcome is keyof typeof refusals =>
  Object.hasOwn(refusals, outcome);

/** A row that was imported, or would be in a dry run. */
interface ImportedRow {
  readonly row: string;
  readonly id: string;
  readonly outcome: Exclude<UpsertOutcome, keyof typeof refusals>;
  readonly leftOut: readonly RowProblem[];
}

/** What became of a row. */
export type RowResult = ImportedRow | RefusedRow;

const describeResult = <D extends { readonly id: string }>(
  { row, record: { id }, leftOut }: ParsedRow<D>,
  outcome: UpsertOutcome,
): RowResult =>
  isRefusal(outcome)
    ? { row, problems: [{ field: '(row)', reason: refusals[outcome], value: id }] }
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
