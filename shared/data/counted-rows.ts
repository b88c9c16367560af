// The way to the rows of a counted list: by their number, and by the sort texts that they lie between.
import type { BucketDirectory } from './bucket-directory.ts';
import {
  compareTexts,
  countRows,
  type Directory,
  findPosition,
  planRead,
  type ReadPlan,
  sliceDirectory,
} from './buckets.ts';
import type { Partition, Position, Range, Store } from './store.ts';

/** Skipping this many rows costs about as much as reading a section's buckets. */
const MAX_SKIPPED_ROWS = 12;

/** What every row of a listing carries. */
export interface Row {
  readonly gsi1sk: string;
}

/** Sort texts that rows lie between; open where one is left out. */
export interface Bounds {
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly before?: string | undefined;
}

/** Rows of a list that stand together. */
export interface RowRange<T> {
  readonly total: number;
  /** The rows from the n-th on (0-based), up to so many of them. Costs the same wherever they are. */
  rows(first: number, count: number): Promise<readonly T[]>;
}

/** Rows of a range, up to a number of them, over as many replies as it takes. */
export async function queryRows<R extends Row>(
  store: Store,
  listing: Partition<R>,
  range: Range,
  most = Number.POSITIVE_INFINITY,
): Promise<R[]> {
  const found: R[] = [];
  let after: Position | undefined;
  do {
    const limit = Number.isFinite(most) ? most - found.length : undefined;
    const page = await store.query(listing, { ...range, limit, after });
    found.push(...page.items);
    after = page.next;
  } while (after && found.length < most);
  return found;
}

/** Whether a row lies before a bound; undefined is the list's end. */
export const isBefore =
  (bound: string | undefined) =>
  ({ gsi1sk }: Row): boolean =>
    bound === undefined || compareTexts(gsi1sk, bound) < 0;

/** Ways to the rows of a listing, by the directories of its counted list: its sections as read, and its buckets. */
export function countedRows<R extends Row>(store: Store, listing: Partition<R>, buckets: BucketDirectory) {
  /** The rows of a reading. Query bounds are inclusive: one row more is asked for, in case one is at the bound. */
  async function readRows({ backward, bound, skip, count }: ReadPlan): Promise<R[]> {
    const most = skip + count;
    if (!backward) return (await queryRows(store, listing, { from: bound }, most)).slice(skip);
    const found = await queryRows(
      store,
      listing,
      { to: bound, backward },
      bound === undefined ? most : most + 1,
    );
    return found.filter(isBefore(bound)).slice(skip, most).reverse();
  }

  /** The best way to the rows by sections alone, or by the buckets of the section when that saves skipping. */
  async function wayTo(all: Directory, first: number, size: number): Promise<ReadPlan | undefined> {
    const rough = planRead(all, first, size);
    if (!rough || rough.skip <= MAX_SKIPPED_ROWS) return rough;
    const stretch = sliceDirectory(all, first, rough.count);
    const part = await buckets.read({ from: stretch.part[0]?.start, before: stretch.end });
    return planRead(part, first - stretch.before, rough.count, stretch.end) ?? rough;
  }

  /** The rows from the n-th on (0-based), up to so many of them. */
  async function at(all: Directory, first: number, count: number): Promise<R[]> {
    const way = await wayTo(all, first, count);
    return way ? readRows(way) : [];
  }

  /** How many rows lie before a sort text: its section's buckets are read, and its own bucket's rows up to it. */
  async function numberBefore(all: Directory, sort: string): Promise<number> {
    const section = findPosition(all, sort);
    const part = await buckets.read({ from: all[section]?.start, before: all[section + 1]?.start });
    const bucket = findPosition(part, sort);
    const within = await queryRows(store, listing, { from: part[bucket]?.start, to: sort, only: ['gsi1sk'] });
    return (
      countRows(all.slice(0, section)) +
      countRows(part.slice(0, bucket)) +
      within.filter(isBefore(sort)).length
    );
  }

  /** The rows between two sort texts, counted: none when the bounds are the wrong way round. */
  async function stretch(all: Directory, { from, before }: Bounds): Promise<RowRange<R>> {
    const [start, end] = await Promise.all([
      from === undefined ? 0 : numberBefore(all, from),
      before === undefined ? countRows(all) : numberBefore(all, before),
    ]);
    const total = Math.max(0, end - start);
    return {
      total,
      async rows(first, wanted) {
        const count = Math.min(wanted, total - first);
        if (count <= 0) return [];
        // The rows at either end of the stretch are found by its bounds.
        const found =
          first === 0
            ? await readRows({ backward: false, bound: from, skip: 0, count })
            : first + count === total
              ? await readRows({ backward: true, bound: before, skip: 0, count })
              : await at(all, start + first, count);
        // Where the index lags behind the counters, a neighbour of the stretch would come along.
        return found.filter((row) => isBefore(before)(row) && (from === undefined || !isBefore(from)(row)));
      },
    };
  }

  /** All rows between two sort texts. */
  async function between({ from, before }: Bounds): Promise<R[]> {
    if (from !== undefined && before !== undefined && compareTexts(from, before) >= 0) return [];
    return (await queryRows(store, listing, { from, to: before })).filter(isBefore(before));
  }

  return { at, between, stretch };
}
