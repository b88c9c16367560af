// Writes a batch of rows into a collection, and says what became of each.
import type { TenantStore } from '../data/store.ts';
import type { Collection } from '../directory/writing/collection.ts';
import {
  type SourceRecord,
  type UpsertOptions,
  type UpsertOutcome,
  upsert,
} from '../directory/writing/upsert.ts';
import type { ParsedRow, RefusedRow, Row, RowProblem } from './rows/row-source.ts';

type Refusal = Extract<UpsertOutcome, `too ${string}`>;

const isRefusal = (outcome: UpsertOutcome): outcome is Refusal => outcome.startsWith('too ');

/** A row that was imported, or would be in a dry run. */
interface ImportedRow {
  readonly row: string;
  readonly id: string;
  readonly outcome: Exclude<UpsertOutcome, Refusal>;
  readonly leftOut: readonly RowProblem[];
}

/** What became of a row. */
export type RowResult = ImportedRow | RefusedRow;

const describeResult = <D extends { readonly id: string }>(
  { row, record: { id }, leftOut }: ParsedRow<D>,
  outcome: UpsertOutcome,
  reason: string,
): RowResult =>
  isRefusal(outcome)
    ? { row, problems: [{ field: '(row)', reason: `is too large: ${reason}`, value: id }] }
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
  const reasons = new Map<string, string>();
  const onRefused = (id: string, reason: string) => reasons.set(id, reason);
  const outcomes = await upsert(tenant, collection, records, { ...options, onRefused });
  return rows.map((row) => {
    if (!('record' in row)) return row;
    const { id } = row.record;
    return describeResult(row, outcomes.get(id) ?? 'unchanged', reasons.get(id) ?? '');
  });
}
