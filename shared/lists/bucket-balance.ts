// Balances a counted list's directories: splits buckets and sections that grew, merges those that shrank.

import { type Change, commitUnlessStale } from '../data/changes.ts';
import type { BucketDirectory } from './bucket-directory.ts';
import {
  type Bucket,
  computeChecksum,
  countRows,
  type Directory,
  findMergeableRuns,
  findPosition,
  groupBySection,
  mergeBuckets,
  splitBucket,
  splitSection,
} from './buckets.ts';

/** The most actions that DynamoDB takes in one transaction. */
const MAX_ACTIONS = 100;

/** A counted list's two directories, their limits in rows, and the sort texts of its rows as the index has them. */
export interface BucketedList {
  readonly sections: BucketDirectory;
  readonly buckets: BucketDirectory;
  readonly limits: { readonly bucket: number; readonly section: number };
  /** The sort texts in [from, to) as the index shows them now. */
  readSortTexts(from: string, to: string | undefined): Promise<string[]>;
}

/** What balancing changed. `deferred` counts what must wait, because the index lags or others wrote meanwhile. */
export interface BalanceReport {
  readonly splits: number;
  readonly merges: number;
  readonly deferred: number;
}

/** The part of a list that is balanced: its sections and their buckets. */
interface BalanceScope {
  readonly sections: Directory;
  readonly buckets: Directory;
  /** Where the scope ends; undefined is the list's end. */
  readonly end: string | undefined;
}

async function readScope(list: BucketedList, around: readonly string[] | undefined): Promise<BalanceScope> {
  const all = await list.sections.read({ consistent: true });
  const positions = (around ?? []).map((sort) => findPosition(all, sort));
  const from = around ? Math.min(...positions) : 0;
  const to = around ? Math.max(...positions) + 1 : all.length;
  const sections = all.slice(from, to);
  const end = all[to]?.start;
  if (sections.length === 0) return { sections, buckets: [], end };
  return {
    sections,
    buckets: await list.buckets.read({ from: sections[0]?.start, before: end, consistent: true }),
    end,
  };
}

/** Splits a bucket, and its parts again when one transaction can't hold them all. Returns the number of splits. */
async function commitSplit(
  list: BucketedList,
  bucket: Bucket,
  sorts: readonly string[],
): Promise<number | 'deferred'> {
  const parts = splitBucket(bucket, sorts, list.limits.bucket, MAX_ACTIONS);
  const changes = parts.map((part, position) =>
    list.buckets.replace(position === 0 ? bucket : undefined, part),
  );
  if (!(await commitUnlessStale(changes))) return 'deferred';
  let splits = parts.length - 1;
  let first = 0;
  for (const part of parts) {
    if (part.rows > list.limits.bucket) {
      const more = await commitSplit(list, part, sorts.slice(first, first + part.rows));
      splits += more === 'deferred' ? 0 : more;
    }
    first += part.rows;
  }
  return splits;
}

async function balanceBuckets(list: BucketedList, scope: BalanceScope): Promise<BalanceReport> {
  const report = { splits: 0, merges: 0, deferred: 0 };
  for (const [position, bucket] of scope.buckets.entries()) {
    if (bucket.rows <= list.limits.bucket) continue;
    const sorts = await list.readSortTexts(bucket.start, scope.buckets[position + 1]?.start ?? scope.end);
    // The index follows the table with a delay: it must have exactly the rows that were counted.
    const isIndexed = sorts.length === bucket.rows && computeChecksum(sorts) === bucket.checksum;
    const splits = isIndexed ? await commitSplit(list, bucket, sorts) : 'deferred';
    if (splits === 'deferred') report.deferred += 1;
    else report.splits += splits;
  }
  for (const { section, own } of groupBySection(scope.sections, scope.buckets)) {
    for (const run of findMergeableRuns(own, list.limits.bucket, MAX_ACTIONS - 1)) {
      // If the section was split meanwhile where one of these buckets starts, its generation differs.
      if (
        await commitUnlessStale([...buildMergeChanges(list.buckets, run), list.sections.checkBounds(section)])
      )
        report.merges += run.length - 1;
      else report.deferred += 1;
    }
  }
  return report;
}

function buildMergeChanges(directory: BucketDirectory, run: readonly Bucket[]): Change[] {
  const [first, ...others] = run;
  return [directory.replace(first, mergeBuckets(run)), ...others.map((bucket) => directory.remove(bucket))];
}

async function balanceSections(list: BucketedList, scope: BalanceScope): Promise<BalanceReport> {
  const report = { splits: 0, merges: 0, deferred: 0 };
  for (const { section, own } of groupBySection(scope.sections, scope.buckets)) {
    if (section.rows <= list.limits.section) continue;
    // Section and buckets were read one after the other: a write in between makes their sums differ.
    const agree = countRows(own) === section.rows && mergeBuckets(own).checksum === section.checksum;
    const parts = splitSection(section, own, list.limits.section, MAX_ACTIONS / 2);
    const splitStarts = own.filter(({ start }) => parts.slice(1).some((part) => part.start === start));
    const changes = [
      ...parts.map((part, position) => list.sections.replace(position === 0 ? section : undefined, part)),
      ...splitStarts.map((bucket) => list.buckets.checkBounds(bucket)),
    ];
    const done = agree && parts.length > 1 && (await commitUnlessStale(changes));
    if (done) report.splits += parts.length - 1;
    if (!done || parts.some(({ rows }) => rows > list.limits.section)) report.deferred += 1;
  }
  for (const run of findMergeableRuns(scope.sections, list.limits.section, MAX_ACTIONS)) {
    if (await commitUnlessStale(buildMergeChanges(list.sections, run))) report.merges += run.length - 1;
    else report.deferred += 1;
  }
  return report;
}

/**
 * Splits buckets and sections over their limit and merges neighbours that together fill at most half of one, in the
 * sections around these sort texts (in all of them by default).
 */
export async function balance(list: BucketedList, around?: readonly string[]): Promise<BalanceReport> {
  if (around?.length === 0) return { splits: 0, merges: 0, deferred: 0 };
  const scope = await readScope(list, around);
  const low = await balanceBuckets(list, scope);
  const uneven =
    scope.sections.some(({ rows }) => rows > list.limits.section) ||
    findMergeableRuns(scope.sections, list.limits.section, MAX_ACTIONS).length > 0;
  if (!uneven) return low;
  const changed = low.splits + low.merges > 0;
  const high = await balanceSections(list, changed ? await readScope(list, around) : scope);
  return {
    splits: low.splits + high.splits,
    merges: low.merges + high.merges,
    deferred: low.deferred + high.deferred,
  };
}
