// Reads the rows of a counted list: by their number, or by the sort texts that bound them.

import type { Partition, Store } from '../data/store.ts';
import type { BucketDirectory } from './bucket-directory.ts';
import {
  compareAsKeys,
  countRows,
  type Directory,
  findPosition,
  planRead,
  type ReadPlan,
  sliceDirectory,
} from './buckets.ts';

/** Skipping this many rows costs about as much as reading a section's buckets. */
const MAX_SKIPPED_ROWS = 12;

/** What every row of a listing has. */
export interface Row {
  readonly gsi1sk: string;
}

/** The sort texts that bound rows; unbounded where one is left out. */
export interface Bounds {
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly before?: string | undefined;
}

/** Consecutive rows of a list. */
export interface RowRange<T> {
  readonly total: number;
  /** At most `count` rows from the n-th on (0-based). Costs the same wherever they are. */
  rows(first: number, count: number): Promise<readonly T[]>;
}

/** Whether a row sorts before a bound; undefined means the list's end. */
export const isBefore =
  (bound: string | undefined) =>
  ({ gsi1sk }: Row): boolean =>
    bound === undefined || compareAsKeys(gsi1sk, bound) < 0;

/** Readers of a listing's rows by the directories of its counted list: its sections as read, and its buckets. */
export function countedRows<R extends Row>(store: Store, listing: Partition<R>, buckets: BucketDirectory) {
  /** The rows of a read plan. Query bounds are inclusive, so one more row is read in case one is at the bound. */
  async function readRows({ backward, bound, skip, count }: ReadPlan): Promise<R[]> {
    const maxRows = skip + count;
    if (!backward) return (await store.queryAll(listing, { from: bound, limit: maxRows })).slice(skip);
    const limit = bound === undefined ? maxRows : maxRows + 1;
    const found = await store.queryAll(listing, { to: bound, backward, limit });
    return found.filter(isBefore(bound)).slice(skip, maxRows).reverse();
  }

  /** The cheapest read plan by sections alone, or by the section's buckets where that skips fewer rows. */
  async function choosePlan(all: Directory, first: number, size: number): Promise<ReadPlan | undefined> {
    const rough = planRead(all, first, size);
    if (!rough || rough.skip <= MAX_SKIPPED_ROWS) return rough;
    const slice = sliceDirectory(all, first, rough.count);
    const part = await buckets.read({ from: slice.part[0]?.start, before: slice.end });
    return planRead(part, first - slice.before, rough.count, slice.end) ?? rough;
  }

  /** At most `count` rows from the n-th on (0-based). */
  async function readFrom(all: Directory, first: number, count: number): Promise<R[]> {
    const plan = await choosePlan(all, first, count);
    return plan ? readRows(plan) : [];
  }

  /** How many rows sort before a sort text: reads its section's buckets, and its own bucket's rows up to it. */
  async function numberBefore(all: Directory, sort: string): Promise<number> {
    const section = findPosition(all, sort);
    const part = await buckets.read({ from: all[section]?.start, before: all[section + 1]?.start });
    const bucket = findPosition(part, sort);
    const range = { from: part[bucket]?.start, to: sort, only: ['gsi1sk'] };
    const within = await store.queryAll(listing, range);
    return (
      countRows(all.slice(0, section)) +
      countRows(part.slice(0, bucket)) +
      within.filter(isBefore(sort)).length
    );
  }

  /** The rows between two sort texts, counted; none when `from` sorts after `before`. */
  async function range(all: Directory, { from, before }: Bounds): Promise<RowRange<R>> {
    const [start, end] = await Promise.all([
      from === undefined ? 0 : numberBefore(all, from),
      before === undefined ? countRows(all) : numberBefore(all, before),
    ]);
    const total = Math.max(0, end - start);
    return {
      total,
      async rows(first, requested) {
        const count = Math.min(requested, total - first);
        if (count <= 0) return [];
        // The rows at either end of the range are read from its bounds.
        const found =
          first === 0
            ? await readRows({ backward: false, bound: from, skip: 0, count })
            : first + count === total
              ? await readRows({ backward: true, bound: before, skip: 0, count })
              : await readFrom(all, start + first, count);
        // Where the index lags behind the counters, a neighbour of the range could be among them.
        return found.filter((row) => isBefore(before)(row) && (from === undefined || !isBefore(from)(row)));
      },
    };
  }

  /** All rows between two sort texts. */
  async function between({ from, before }: Bounds): Promise<R[]> {
    if (from !== undefined && before !== undefined && compareAsKeys(from, before) >= 0) return [];
    return (await store.queryAll(listing, { from, to: before })).filter(isBefore(before));
  }

  return { readFrom, between, range };
}
