// Corrects a counted list's counters from the index, for operators.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Change, commitUnlessStale } from '../data/changes.ts';
import type { BucketedList } from './bucket-balance.ts';
import {
  type Bucket,
  compareAsKeys,
  computeChecksum,
  type Directory,
  groupBySection,
  initialBucket,
  mergeBuckets,
} from './buckets.ts';

/** What a recount changed. `skipped` counts differences that were not corrected because others wrote: recount again. */
export interface RecountReport {
  readonly rows: number;
  readonly corrected: number;
  readonly skipped: number;
}

/** The true count of each bucket, from the sort texts of all rows in order. */
function countPerBucket(directory: Directory, sorts: readonly string[]): Bucket[] {
  let first = 0;
  return directory.map((bucket, position) => {
    const next = directory[position + 1]?.start;
    let end = first;
    while (end < sorts.length && (next === undefined || compareAsKeys(sorts[end] ?? '', next) < 0)) end += 1;
    const own = sorts.slice(first, end);
    first = end;
    return { ...bucket, rows: own.length, checksum: computeChecksum(own) };
  });
}

const isSameBucket = (a: Bucket | undefined, b: Bucket | undefined): boolean =>
  a?.start === b?.start &&
  a?.generation === b?.generation &&
  a?.rows === b?.rows &&
  a?.checksum === b?.checksum;

const tryCorrect = async (change: Change): Promise<'corrected' | 'skipped'> =>
  (await commitUnlessStale([change])) ? 'corrected' : 'skipped';

/**
 * Sets every bucket and section to what the index has. Because the index follows the table with a delay, a bucket is
 * corrected only where two readings, `settle` milliseconds apart, agree.
 */
export async function recountBuckets(list: BucketedList, settle: number): Promise<RecountReport> {
  const readCounts = async () => {
    const read = await list.buckets.read({ consistent: true });
    const sorts = await list.readSortTexts(initialBucket.start, undefined);
    return {
      read,
      rows: sorts.length,
      true: countPerBucket(read.length > 0 ? read : [initialBucket], sorts),
    };
  };
  const before = await readCounts();
  await sleep(settle);
  const after = await readCounts();
  const outcomes: ('corrected' | 'skipped')[] = [];
  for (const [position, now] of after.true.entries()) {
    const was = after.read[position];
    if (isSameBucket(was, now) || (was === undefined && now.rows === 0)) continue;
    const isStable = isSameBucket(before.true[position], now) && isSameBucket(before.read[position], was);
    outcomes.push(isStable ? await tryCorrect(list.buckets.replace(was, now)) : 'skipped');
  }
  // Every change of a bucket's rows changes its section in the same transaction. So a section that has not changed
  // since before its buckets were read must have their sum.
  const sections = await list.sections.read({ consistent: true });
  const buckets = await list.buckets.read({ consistent: true });
  const grouped = groupBySection(sections.length > 0 ? sections : [initialBucket], buckets);
  for (const [position, { section, own }] of grouped.entries()) {
    if (own.length === 0) continue;
    const { rows, checksum } = mergeBuckets(own);
    const now = { ...section, rows, checksum };
    if (sections.length > 0 && isSameBucket(section, now)) continue;
    outcomes.push(await tryCorrect(list.sections.replace(sections[position], now)));
  }
  return {
    rows: after.rows,
    corrected: outcomes.filter((outcome) => outcome === 'corrected').length,
    skipped: outcomes.filter((outcome) => outcome === 'skipped').length,
  };
}
