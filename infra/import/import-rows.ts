// Brings the rows of a reading into a collection, window by window, and keeps the account.
import type { Change } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import type { Collection } from '../../shared/directory/collection.ts';
import { type SourceRecord, upsert } from '../../shared/directory/upsert.ts';
import type { Progress } from './progress.ts';
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
  /** Tells something that concerns the whole source. */
  readonly remark: (sentences: readonly string[]) => void;
  /** A change that every commit of records carries, or none of it stands. */
  readonly beside?: () => Change;
}

/** How many rows are held at once. The larger, the closer together are those that are written together. */
const BATCH_SIZE = 10_000;

/**
 * Brings rows in and returns the ids of the records that are there now. Refused rows and left-out values go to the
 * report, each record is counted by what became of it.
 *
 * @param settle settles what a row names elsewhere; may refuse it
 * @param prepare looks up what `settle` needs for a whole window at once
 */
export async function importRows<C extends object, K extends string, D extends SourceRecord<C>>(
  run: ImportRun,
  kind: RowKind,
  collection: Collection<C, K>,
  rows: AsyncIterable<Row<D>> | Iterable<Row<D>>,
  settle: (row: Row<D>) => Row<D> | Promise<Row<D>> = (row) => row,
  prepare: (rows: readonly Row<D>[]) => Promise<void> = async () => undefined,
): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for await (const window of toBatches(rows)) {
    await prepare(window);
    const taken: ParsedRow<D>[] = [];
    for (const row of window) {
      const settled = await settle(row);
      if ('record' in settled) taken.push(settled);
      else run.report.refuse(kind, settled.row, settled.faults);
    }
    run.progress.add(window.length - taken.length);
    const outcomes = await upsert(
      run.tenant,
      collection,
      taken.map(({ record }) => record),
      {
        now: run.now,
        dryRun: run.dryRun,
        onProgress: run.progress.add,
        ...(run.beside && { relatedChange: run.beside }),
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
      there.add(record.id);
      run.report.count(kind, outcome);
      run.report.leaveOut(kind, row, leftOut);
    }
  }
  return there;
}

async function* toBatches<T>(rows: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T[]> {
  let window: T[] = [];
  for await (const row of rows) {
    window.push(row);
    if (window.length < BATCH_SIZE) continue;
    yield window;
    window = [];
  }
  if (window.length > 0) yield window;
}
