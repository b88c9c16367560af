// Imports the rows of a source into a collection, batch by batch, and counts the outcomes.
import type { SourceName } from '../../functions/billtracking/source-name.ts';
import type { Change } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import type { Collection } from '../../shared/directory/writing/collection.ts';
import type { SourceRecord } from '../../shared/directory/writing/upsert.ts';
import { importBatch, type RowResult } from '../../shared/import/import-batch.ts';
import type { ReadOptions, Row } from '../../shared/import/rows/row-source.ts';
import type { Progress } from '../command/progress.ts';
import type { Report, RowKind } from './report.ts';

/** One import under way. */
export interface ImportRun {
  readonly tenant: TenantStore;
  /** Whose files they are, as the records of legislation name it. */
  readonly source: SourceName;
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

type Finish<D> = (
  rows: readonly Row<D>[],
  results: readonly RowResult[],
  how: { readonly now: Date; readonly dryRun: boolean },
) => Promise<readonly RowResult[]>;

/** Rows per batch. Larger batches write neighbouring records together. */
const BATCH_SIZE = 10_000;

/**
 * Imports rows and returns the ids of the records that exist now. Refused rows and left-out values go to the report;
 * each record is counted by its outcome.
 *
 * @param resolve resolves the references of a row; may refuse it
 * @param prepare loads what `resolve` needs for a whole batch at once
 * @param finish writes what rows say beside their records, and says so in their results
 */
export async function importRows<C extends object, K extends string, D extends SourceRecord<C>>(
  run: ImportRun,
  kind: RowKind,
  collection: Collection<C, K>,
  rows: AsyncIterable<Row<D>> | Iterable<Row<D>>,
  resolve: (row: Row<D>) => Row<D> | Promise<Row<D>> = (row) => row,
  prepare: (rows: readonly Row<D>[]) => Promise<void> = async () => undefined,
  finish: Finish<D> = async (_, results) => results,
): Promise<ReadonlySet<string>> {
  const importedIds = new Set<string>();
  for await (const batch of toBatches(rows)) {
    await prepare(batch);
    const resolved: Row<D>[] = [];
    for (const row of batch) resolved.push(await resolve(row));
    const { guard, now, dryRun, progress } = run;
    const options = {
      now,
      dryRun,
      onProgress: progress.add,
      ...(guard && { relatedChanges: () => [guard()] }),
    };
    const results = await importBatch(run.tenant, collection, resolved, options);
    for (const result of await finish(resolved, results, { now, dryRun })) {
      if ('problems' in result) run.report.refuse(kind, result.row, result.problems);
      else {
        importedIds.add(result.id);
        run.report.count(kind, result.outcome);
        run.report.leaveOut(kind, result.row, result.leftOut);
      }
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
