// A sorted list with pages by number and an exact total, at a cost that does not grow with the list.
//
// DynamoDB can't skip to the n-th row of an index, nor count rows without reading them. So the rows of a listing are
// counted in two levels: sections of up to 4,096 rows, and in them buckets of up to 64, an item of about 50 bytes
// each. To reach a page, the sections are read (they also sum up to the total), then the buckets of one section,
// then the rows from the nearest bucket's bound on. Rows skipped within a bucket are paid for like rows returned, so
// buckets are small; one level of small buckets would be 2,000 items to read for 100,000 rows, hence the sections.
//
// Read units of a page, measured on DynamoDB Local with rows of 1 KB and randomly filled buckets (round trips: 2 for
// the first page and after a cursor, at most 3 elsewhere):
//
//               1,000 rows                      100,000 rows (33 sections, 2,075 buckets)
//   page of     first, last   between  most     first, last   between  most
//   25          3.5           6.1      9.5      3.5           6.6      10
//   50          6.5           8.8      11.5     6.5           9.1      12
//   200         24.5          27.0     28       24.5          27.3     31
//
// Why 64 and 4,096: by calculation, a page of 25 among 100,000 rows costs 5.8 units on average with buckets of 32,
// 6.4 with 64, 7.2 with 96 and 8.6 with 128 (in sections of 8,192). Buckets of 32 would double the directory that a
// batch of scattered changes reads (29 units at 64). Beyond a million rows the sections begin to show (8.5 units).

import type { Change } from '../data/changes.ts';
import type { Partition, Store } from '../data/store.ts';
import type { BalanceReport, BucketedList } from './bucket-balance.ts';
import { bucketDirectory, isUnbalancedType, type UnbalancedType } from './bucket-directory.ts';
import type { RecountReport } from './bucket-recount.ts';
import {
  type BucketDelta,
  compareAsKeys,
  countRows,
  type Delta,
  type Directory,
  findPosition,
  firstStart,
  initialBucket,
  sumByBucket,
} from './buckets.ts';
import { type Bounds, countedRows, isBefore, type Row, type RowRange } from './counted-rows.ts';
import { encodeCursor, readCursorPage } from './cursor.ts';

/** How many rows a bucket and a section have before they are split. Measured, see above; tests use smaller limits. */
const DEFAULT_LIMITS = { bucket: 64, section: 4096 } as const;

/** A page of a counted list. */
export interface CountedPage<T> {
  readonly items: readonly T[];
  /** All rows of the list. */
  readonly total: number;
  readonly hasNext: boolean;
  /** The cursor after the last item, when more follows. */
  readonly next: string | undefined;
}

/** A page by its number. */
export interface NumberedPage<T> extends CountedPage<T> {
  /** 0-based. */
  readonly pageIndex: number;
  readonly pageSize: number;
}

/**
 * A counted list of rows of type T: the items of a listing in gsi1, in the order of their sort texts. Sort texts must
 * be unique (end them with the id) and must not start with a control character.
 *
 * Every write that lists, unlists or re-lists a row carries the changes given here in its own transaction: one per
 * bucket and one per section concerned. They are retried when the directory's bounds have changed since.
 * A write that leaves a bucket too large or too small marks it, and the job rebalance-lists then calls `rebalance`.
 */
export interface CountedList<T> {
  /** For `put(..., { listed: { listing, sort } })`. */
  readonly listing: Partition<T>;
  /** Changes for a row that is added. Two parallel round trips; 2 read units. */
  changesForInsert(sort: string): Promise<Change[]>;
  /** Changes for a row that is removed. */
  changesForRemove(sort: string): Promise<Change[]>;
  /** Changes for a row whose sort text changes; none when it stays the same. */
  changesForMove(from: string, to: string): Promise<Change[]>;
  /** Changes for many rows at once: at most one per bucket and one per section concerned. */
  changesFor(deltas: readonly Delta[]): Promise<Change[]>;
  /**
   * Changes that divide a new, empty list at these sort texts, each part with counters of its own: rows that are added at the
   * same moment in different parts do not wait for each other. Balancing leaves the parts alone.
   */
  divide(starts: readonly string[]): Change[];
  /** The page with this number (0-based). Past the end it is empty, with the true total. */
  page(requested: { readonly pageIndex: number; readonly pageSize: number }): Promise<NumberedPage<T>>;
  /**
   * The page after a cursor, stable while rows before it are added and removed.
   * @throws Failure VALIDATION_ERROR when the cursor is not one of this list
   */
  pageAfter(cursor: string, pageSize: number): Promise<CountedPage<T>>;
  /** All rows. */
  total(): Promise<number>;
  /** All rows between two sort texts. */
  between(bounds: Bounds): Promise<readonly T[]>;
  /**
   * The rows between two sort texts, counted. Each bound costs two round trips and about 3 read units (its section's
   * buckets, its bucket's rows up to it), both bounds in parallel; a page of the range costs what a page of the list
   * does.
   */
  range(bounds: Bounds): Promise<RowRange<T>>;
  /**
   * Splits what grew beyond its limit and merges what shrank: around the sort texts just written, or
   * everywhere. Safe to run in parallel with any writer and with itself.
   */
  rebalance(around?: readonly string[]): Promise<BalanceReport>;
  /** Corrects the counters from the index, read twice `settle` milliseconds apart (2,000 by default). For operators. */
  recount(settle?: number): Promise<RecountReport>;
}

const sectionPartition = (name: string): string => `COUNT#${name}`;
const bucketPartition = (name: string): string => `COUNT#${name}#B`;

/** The name of the counted list whose section or bucket is stored in this partition; undefined for any other. */
export function parseListName(partition: string, type: string): string | undefined {
  const patterns: Record<UnbalancedType, RegExp> = {
    'unbalanced-section': /^COUNT#(.+)$/s,
    'unbalanced-bucket': /^COUNT#(.+)#B$/s,
  };
  return isUnbalancedType(type) ? patterns[type].exec(partition)?.[1] : undefined;
}

/** The counted list of a listing, e.g. `countedList<PersonItem>(ctx.tenant, 'PEOPLE')`. */
export function countedList<T>(
  store: Store,
  name: string,
  limits: { readonly bucket: number; readonly section: number } = DEFAULT_LIMITS,
): CountedList<T> {
  const listing = store.listing<T & Row>(name);
  const sections = bucketDirectory(store, {
    name: sectionPartition(name),
    limit: limits.section,
    unbalanced: 'unbalanced-section',
  });
  const buckets = bucketDirectory(store, {
    name: bucketPartition(name),
    limit: limits.bucket,
    unbalanced: 'unbalanced-bucket',
  });

  const rows = countedRows(store, listing, buckets);

  const balanced: BucketedList = {
    sections,
    buckets,
    limits,
    async readSortTexts(from, to) {
      const range = { from, to, only: ['gsi1sk'] };
      const found = await store.queryAll(store.listing<Row>(name), range);
      return found.filter(isBefore(to)).map(({ gsi1sk }) => gsi1sk);
    },
  };

  async function directoriesFor(deltas: readonly Delta[]) {
    const sorts = deltas.map(({ sort }) => sort).sort(compareAsKeys);
    const [lowest = '', highest = ''] = [sorts[0], sorts.at(-1)];
    if (lowest < firstStart)
      throw new Error('A sort text must not be empty or start with a control character');
    if (deltas.length > 2) {
      const all = await sections.read({ consistent: true });
      const from = all[findPosition(all, lowest)]?.start;
      const part = await buckets.read({ from, to: highest, consistent: true });
      return { all, part };
    }
    const found = await Promise.all(
      sorts.flatMap((sort) => [sections.findCovering(sort), buckets.findCovering(sort)]),
    );
    return {
      all: found.filter((_, index) => index % 2 === 0),
      part: found.filter((_, index) => index % 2 === 1),
    };
  }

  async function changesFor(deltas: readonly Delta[]): Promise<Change[]> {
    if (deltas.length === 0) return [];
    const { all, part } = await directoriesFor(deltas);
    const gathered = (directory: Directory): BucketDelta[] =>
      sumByBucket(deltas, (sort) => directory[findPosition(directory, sort)] ?? initialBucket);
    return [...gathered(part).map(buckets.count), ...gathered(all).map(sections.count)];
  }

  return {
    listing,
    changesFor,
    changesForInsert: (sort) => changesFor([{ sort, by: 1 }]),
    changesForRemove: (sort) => changesFor([{ sort, by: -1 }]),
    changesForMove: async (from, to) =>
      from === to
        ? []
        : changesFor([
            { sort: from, by: -1 },
            { sort: to, by: 1 },
          ]),
    divide: (starts) =>
      [firstStart, ...starts].flatMap((start) =>
        [sections, buckets].map((directory) => directory.replace(undefined, { ...initialBucket, start })),
      ),
    async page({ pageIndex, pageSize }) {
      const first = pageIndex * pageSize;
      // The first page needs no read plan: both reads run in parallel.
      const [all, top] = await Promise.all([
        sections.read(),
        first === 0 ? store.queryAll(listing, { limit: pageSize }) : undefined,
      ]);
      const total = countRows(all);
      const items = top ?? (await rows.readFrom(all, first, pageSize));
      const hasNext = first + pageSize < total;
      const last = items.at(-1);
      const next = hasNext && last ? encodeCursor(listing.name, last.gsi1sk) : undefined;
      return { items, total, pageIndex, pageSize, hasNext, next };
    },
    async pageAfter(cursor, pageSize) {
      const readPage = (limit: number, from: string | undefined) => store.queryAll(listing, { from, limit });
      const [all, page] = await Promise.all([
        sections.read(),
        readCursorPage(listing.name, { pageSize, cursor }, ({ gsi1sk }) => gsi1sk, readPage),
      ]);
      return { ...page, total: countRows(all), hasNext: page.next !== undefined };
    },
    total: async () => countRows(await sections.read()),
    between: rows.between,
    range: async (bounds) => rows.range(await sections.read(), bounds),
    // Loaded where they are called: no function that serves requests does.
    rebalance: async (around) => (await import('./bucket-balance.ts')).balance(balanced, around),
    recount: async (settle = 2_000) => (await import('./bucket-recount.ts')).recountBuckets(balanced, settle),
  };
}
