// The rules of buckets: which bucket covers a row, where a bucket is split, and how to reach a row by its number.
import { createHash } from 'node:crypto';

/** A range of a sorted list: the rows whose sort text is at or after `start` and before the next bucket's start. */
export interface Bucket {
  readonly start: string;
  /** How many rows it has. */
  readonly rows: number;
  /** The sum of its rows' fingerprints. Two readings with the same `rows` and checksum have the same rows. */
  readonly checksum: number;
  /** Increases whenever the bucket's bounds change, so that a write can check that they are still as they were read. */
  readonly generation: number;
}

/** All buckets of a list in their order. The first starts at `firstStart`. */
export type Directory = readonly Bucket[];

/** Where the first bucket starts. A sort text must not sort before it. */
export const firstStart = ' ';

/** The first bucket of a list that has none stored yet. */
export const initialBucket: Bucket = { start: firstStart, rows: 0, checksum: 0, generation: 0 };

/** Orders texts as DynamoDB orders keys, by their UTF-8 bytes; JavaScript's own order differs beyond U+D7FF. */
export const compareAsKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A 32-bit fingerprint of a sort text. It may be negative: sums of many stay short numbers. */
export const fingerprint = (sort: string): number =>
  createHash('sha256').update(sort).digest().readInt32BE(0);

/** The sum of the fingerprints of some sort texts. */
export const computeChecksum = (sorts: readonly string[]): number =>
  sorts.reduce((sum, sort) => sum + fingerprint(sort), 0);

/** The number of all rows of the list. */
export const countRows = (directory: Directory): number => directory.reduce((sum, { rows }) => sum + rows, 0);

/** The position in the directory of the bucket that covers a sort text. 0 for an empty directory. */
export function findPosition(directory: Directory, sort: string): number {
  let low = 0;
  let high = directory.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const start = directory[middle]?.start ?? '';
    if (compareAsKeys(start, sort) <= 0) low = middle;
    else high = middle;
  }
  return low;
}

/** One row that is added (+1) or removed (-1). */
export interface Delta {
  readonly sort: string;
  readonly by: 1 | -1;
}

/** What added and removed rows change in one bucket. */
export interface BucketDelta {
  readonly bucket: Bucket;
  readonly rows: number;
  readonly checksum: number;
}

/** Sums deltas by the bucket that covers them, leaving out buckets whose rows do not change. */
export function sumByBucket(deltas: readonly Delta[], bucketOf: (sort: string) => Bucket): BucketDelta[] {
  const gathered = new Map<string, BucketDelta>();
  for (const { sort, by } of deltas) {
    const bucket = bucketOf(sort);
    const sum = gathered.get(bucket.start) ?? { bucket, rows: 0, checksum: 0 };
    gathered.set(bucket.start, {
      bucket,
      rows: sum.rows + by,
      checksum: sum.checksum + by * fingerprint(sort),
    });
  }
  return [...gathered.values()].filter(({ rows, checksum }) => rows !== 0 || checksum !== 0);
}

/**
 * The shortest text that sorts after `before` and not after `following`: where the bucket of `following` starts.
 * Short starts keep the directory cheap to read (suffix truncation, as in a prefix B-tree).
 */
export function separator(before: string, following: string): string {
  const left = [...before];
  const right = [...following];
  let same = 0;
  while (same < right.length && left[same] === right[same]) same += 1;
  return right.slice(0, same + 1).join('');
}

/**
 * How a bucket of `rows` rows is split: the sizes of the parts, as even as possible and about three quarters full, so
 * that neither the next insert nor the next removal causes another split or merge.
 */
export function partSizes(rows: number, limit: number, maxParts = Number.POSITIVE_INFINITY): number[] {
  const parts = Math.min(maxParts, Math.max(2, Math.ceil(rows / (limit * 0.75))));
  return Array.from(
    { length: parts },
    (_, part) => Math.floor(((part + 1) * rows) / parts) - Math.floor((part * rows) / parts),
  );
}

/** The buckets that a bucket with these rows (their sort texts in order) is split into. The first keeps its start. */
export function splitBucket(
  bucket: Bucket,
  sorts: readonly string[],
  limit: number,
  maxParts: number,
): Bucket[] {
  let first = 0;
  return partSizes(sorts.length, limit, maxParts).map((size) => {
    const own = sorts.slice(first, first + size);
    const start = first === 0 ? bucket.start : separator(sorts[first - 1] ?? '', own[0] ?? '');
    first += size;
    return { start, rows: size, checksum: computeChecksum(own), generation: bucket.generation + 1 };
  });
}

/**
 * The sections that a section is split into, given its buckets in order: always at a bucket's start, into at most
 * `maxParts` parts, as even as the buckets allow. A single part when it can't be split.
 */
export function splitSection(section: Bucket, buckets: Directory, limit: number, maxParts: number): Bucket[] {
  const parts = partSizes(section.rows, limit, maxParts).length;
  const groups: Bucket[][] = [];
  let row = 0;
  for (const bucket of buckets) {
    const group = groups.at(-1);
    if (!group || row >= (groups.length * section.rows) / parts) groups.push([bucket]);
    else group.push(bucket);
    row += bucket.rows;
  }
  return groups.map((group, position) => ({
    ...mergeBuckets(group),
    start: position === 0 ? section.start : (group[0]?.start ?? ''),
    generation: section.generation + 1,
  }));
}

/**
 * Whether a bucket should be balanced once its rows change from `before` to `after`: it is over its limit, or has just
 * become small enough to be merged with a neighbour.
 */
export const needsBalance = (before: number, after: number, limit: number): boolean =>
  after > limit || (before > limit / 4 && after <= limit / 4);

/** Several neighbouring buckets as one. */
export function mergeBuckets([first = initialBucket, ...others]: Directory): Bucket {
  const all = [first, ...others];
  return {
    start: first.start,
    rows: countRows(all),
    checksum: all.reduce((sum, { checksum }) => sum + checksum, 0),
    generation: Math.max(...all.map(({ generation }) => generation)) + 1,
  };
}

/**
 * Neighbours worth merging: runs of two or more that together fill at most half a bucket; a run has at most `longest`.
 * The parts of a split never qualify, so splitting and merging don't undo each other.
 */
export function findMergeableRuns(directory: Directory, limit: number, longest: number): Bucket[][] {
  const runs: Bucket[][] = [];
  let run: Bucket[] = [];
  for (const bucket of directory) {
    if (run.length < longest && countRows(run) + bucket.rows <= limit / 2) run.push(bucket);
    else {
      runs.push(run);
      run = [bucket];
    }
  }
  return [...runs, run].filter(({ length }) => length > 1);
}

/** How to read `count` rows of the list: from a bucket's bound, forward or backward, skipping `skip` rows. */
export interface ReadPlan {
  readonly backward: boolean;
  /** Forward: the first sort text, inclusive. Backward: where to begin, exclusive; undefined means the list's end. */
  readonly bound: string | undefined;
  readonly skip: number;
  readonly count: number;
}

/**
 * The plan that skips the fewest rows to read `size` rows from row `first` (0-based); undefined when there are none.
 * `end` is where the directory ends, when it is part of a longer one.
 */
export function planRead(
  directory: Directory,
  first: number,
  size: number,
  end?: string,
): ReadPlan | undefined {
  const total = countRows(directory);
  const count = Math.min(size, total - first);
  if (count <= 0) return undefined;
  let forward: ReadPlan = { backward: false, bound: directory[0]?.start, skip: first, count };
  let backward: ReadPlan = { backward: true, bound: end, skip: total - first - count, count };
  let row = 0;
  for (const { start, rows } of directory) {
    if (row <= first) forward = { ...forward, bound: start, skip: first - row };
    else if (row >= first + count && row - first - count < backward.skip) {
      backward = { ...backward, bound: start, skip: row - first - count };
    }
    row += rows;
  }
  return backward.skip < forward.skip ? backward : forward;
}

/** The part of a directory that covers certain rows. */
export interface DirectorySlice {
  readonly part: Directory;
  /** Rows before the part. */
  readonly before: number;
  /** Where the part ends; undefined means the list's end. */
  readonly end: string | undefined;
}

/** The buckets that contain the `count` rows from row `first` on. */
export function sliceDirectory(directory: Directory, first: number, count: number): DirectorySlice {
  let row = 0;
  let before = 0;
  let from = 0;
  let to = directory.length;
  for (const [position, { rows }] of directory.entries()) {
    if (row <= first) {
      from = position;
      before = row;
    }
    row += rows;
    if (row >= first + count) {
      to = position + 1;
      break;
    }
  }
  return { part: directory.slice(from, to), before, end: directory[to]?.start };
}

/** Each section with its buckets. A section always starts where a bucket starts. */
export function groupBySection(
  sections: Directory,
  buckets: Directory,
): { section: Bucket; own: Bucket[] }[] {
  const grouped = sections.map((section) => ({ section, own: [] as Bucket[] }));
  for (const bucket of buckets) grouped[findPosition(sections, bucket.start)]?.own.push(bucket);
  return grouped;
}
