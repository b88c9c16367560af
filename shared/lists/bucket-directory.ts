// A directory of buckets as items of the table: how it is read, and the changes that keep it correct.

import { type Change, type Condition, check, ifAbsent, put, remove, update } from '../data/changes.ts';
import type { Key, Store } from '../data/store.ts';
import { type Bucket, type BucketDelta, type Directory, initialBucket, needsBalance } from './buckets.ts';

/**
 * A stored bucket; its sort key is its start. Attribute names have one letter because every page reads many of these.
 */
interface BucketItem {
  readonly sk: string;
  /** Rows. */
  readonly n: number;
  /** Sum of fingerprints ("hash"). */
  readonly h: number;
  /** Generation; 0 when absent. */
  readonly g?: number;
  /** Set by the write that made the bucket too large or too small: the job rebalance-lists then balances its list. */
  readonly type?: UnbalancedType;
}

/** The types that mark what a list has to be balanced for: one of its buckets, or one of its sections. */
export const unbalancedTypes = ['unbalanced-bucket', 'unbalanced-section'] as const;
export type UnbalancedType = (typeof unbalancedTypes)[number];

/** Whether an item's type marks a bucket or a section to be balanced. */
export const isUnbalancedType = (type: string): type is UnbalancedType =>
  unbalancedTypes.some((known) => known === type);

const toBucket = ({ sk, n, h, g }: BucketItem): Bucket => ({
  start: sk,
  rows: n,
  checksum: h,
  generation: g ?? 0,
});
const toAttributes = ({ rows, checksum, generation }: Bucket) => ({
  n: rows,
  h: checksum,
  ...(generation > 0 && { g: generation }),
});

/** The bucket still covers the same sort texts. A bucket of generation 0 may not be stored yet. */
const ifSameGeneration = ({ generation }: Bucket): Condition =>
  generation === 0
    ? { expression: 'attribute_not_exists(#g)', names: { '#g': 'g' } }
    : { expression: '#g = :wasGeneration', names: { '#g': 'g' }, values: { ':wasGeneration': generation } };

/** The bucket still covers the same sort texts and has the same rows. */
const ifUnchanged = (bucket: Bucket): Condition => {
  const sameGeneration = ifSameGeneration(bucket);
  return {
    expression: `#n = :wasRows AND #h = :wasChecksum AND ${sameGeneration.expression}`,
    names: { ...sameGeneration.names, '#n': 'n', '#h': 'h' },
    values: { ...sameGeneration.values, ':wasRows': bucket.rows, ':wasChecksum': bucket.checksum },
  };
};

/** Which buckets to read, by their starts. */
export interface StartRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
  readonly consistent?: boolean;
}

/** A stored directory. When the condition of one of its changes fails, the rule is retried. */
export interface BucketDirectory {
  /** The buckets whose starts are in a range: `from` and `to` inclusive, `before` exclusive. All by default. */
  read(range?: StartRange): Promise<Directory>;
  /** The bucket that covers a sort text, read consistently. */
  findCovering(sort: string): Promise<Bucket>;
  /** Adds to the row count, if the bucket still has the bounds it was read with. */
  count(delta: BucketDelta): Change;
  /** Replaces a bucket if it is as it was read; with `was` undefined, inserts it if there is none. */
  replace(was: Bucket | undefined, now: Bucket): Change;
  /** Removes a bucket, if it is as it was read. */
  remove(was: Bucket): Change;
  /** Lets the commit succeed only if the bucket still has the bounds it was read with. */
  checkBounds(bucket: Bucket): Change;
}

/** Where a directory is stored, how many rows one of its buckets has at most, and how an unbalanced one is marked. */
export interface BucketDirectoryOptions {
  readonly name: string;
  readonly limit: number;
  readonly unbalanced: UnbalancedType;
}

/** The directory in the store's partition of this name. */
export function bucketDirectory(
  store: Store,
  { name, limit, unbalanced }: BucketDirectoryOptions,
): BucketDirectory {
  const partition = store.partition<BucketItem>(name);
  const key = ({ start }: Bucket): Key<BucketItem> => store.key(name, start);
  const onConflict = 'retry';
  return {
    async read({ from, before, to = before, consistent = false } = {}) {
      const found = (await store.queryAll(partition, { from, to, consistent })).map(toBucket);
      // A query's upper bound is inclusive.
      return before !== undefined && found.at(-1)?.start === before ? found.slice(0, -1) : found;
    },
    async findCovering(sort) {
      const { items } = await store.query(partition, {
        to: sort,
        backward: true,
        limit: 1,
        consistent: true,
      });
      return items[0] ? toBucket(items[0]) : initialBucket;
    },
    count: ({ bucket, rows, checksum }) =>
      update(
        key(bucket),
        {
          add: { n: rows, h: checksum },
          ...(needsBalance(bucket.rows, bucket.rows + rows, limit)
            ? { set: { type: unbalanced } }
            : { unset: ['type'] }),
        },
        { condition: ifSameGeneration(bucket), onConflict },
      ),
    replace: (was, now) =>
      was
        ? update(
            key(now),
            { set: toAttributes(now), unset: ['type'] },
            { condition: ifUnchanged(was), onConflict },
          )
        : put(key(now), { sk: now.start, ...toAttributes(now) }, { condition: ifAbsent, onConflict }),
    remove: (was) => remove(key(was), { condition: ifUnchanged(was), onConflict }),
    checkBounds: (bucket) => check(key(bucket), ifSameGeneration(bucket), onConflict),
  };
}
