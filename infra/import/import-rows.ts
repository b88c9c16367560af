// Imports the rows of a source into a collection, batch by batch, and counts the outcomes.
import type { Change } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import type { Collection } from '../../shared/directory/collection.ts';
import { type SourceRecord, upsert } from '../../shared/directory/upsert.ts';
import type { Progress } from '../command/progress.ts';
import type { ParsedRow, ReadOptions, Row } from './read/row-source.ts';
import type { Report, RowKind } from './report.ts';

/** One import under way. */
export interface ImportRun {
  readonly tenant: TenantStore;
  readonly path: string;
  readonly read: ReadOptions;
  readonly now: Date;
  readonly dryRun: boolean;
  readonly report: Report;
  readonly progress: Progress;
  /** Reports something that concerns the whole source. */
  readonly remark: (sentences: readonly string[]) => void;
  /** A change that every commit includes; when its condition fails, the commit fails. */
  readonly guard?: () => Change;
}

/** Rows per batch. Larger batches write neighbouring records together. */
const BATCH_SIZE = 10_000;

/**
 * Imports rows and returns the ids of the records that exist now. Refused rows and left-out values go to the report;
 * each record is counted by its outcome.
 *
 * @param resolve resolves the references of a row; may refuse it
 * @param prepare loads what `resolve` needs for a whole batch at once
 */
export async function importRows<C extends object, K extends string, D extends SourceRecord<C>>(
  run: ImportRun,
  kind: RowKind,
  collection: Collection<C, K>,
  rows: AsyncIterable<Row<D>> | Iterable<Row<D>>,
  resolve: (row: Row<D>) => Row<D> | Promise<Row<D>> = (row) => row,
  prepare: (rows: readonly Row<D>[]) => Promise<void> = async () => undefined,
): Promise<ReadonlySet<string>> {
  const importedIds = new Set<string>();
  for await (const batch of toBatches(rows)) {
    await prepare(batch);
    const taken: ParsedRow<D>[] = [];
    for (const row of batch) {
      const resolved = await resolve(row);
      if ('record' in resolved) taken.push(resolved);
      else run.report.refuse(kind, resolved.row, resolved.problems);
    }
    run.progress.add(batch.length - taken.length);
    const outcomes = await upsert(
      run.tenant,
      collection,
      taken.map(({ record }) => record),
      {
        now: run.now,
        dryRun: run.dryRun,
        onProgress: run.progress.add,
        ...(run.guard && { relatedChange: run.guard }),
      },
    );
    for (const { row, record, leftOut } of taken) {
      const outcome = outcomes.get(record.id) ?? 'unchanged';
      if (outcome === 'too large') {
        run.report.refuse(kind, row, [
          { field: '(row)', reason: 'is larger than a record may be (380 KB)', value: record.id },
        ]);
        continue;
      }
      importedIds.add(record.id);
      run.report.count(kind, outcome);
      run.report.leaveOut(kind, row, leftOut);
    }
  }
  return importedIds;
}

async function* toBatches<T>(rows: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
