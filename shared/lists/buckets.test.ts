// The rules of counted stretches, held against plain sorted arrays.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Bucket,
  compareAsKeys,
  computeChecksum,
  countRows,
  findMergeableRuns,
  findPosition,
  fingerprint,
  groupBySection,
  initialBucket,
  mergeBuckets,
  partSizes,
  planRead,
  separator,
  sliceDirectory,
  splitBucket,
  splitSection,
  sumByBucket,
} from './buckets.ts';

const texts = fc
  .uniqueArray(fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 60 })
  .map((list) => [...list].sort(compareAsKeys));

/** Buckets of these sizes; the start of each is the number of rows before it, as three digits. */
function createBuckets(sizes: readonly number[]): Bucket[] {
  let row = 0;
  return sizes.map((rows, position) => {
    const start = position === 0 ? ' ' : String(row).padStart(3, '0');
    row += rows;
    return { start, rows, checksum: 0, generation: 1 };
  });
}

describe('order (DynamoDB compares keys by their UTF-8 bytes)', () => {
  test('an emoji comes after U+FFFD, which plain JavaScript puts the other way round', () => {
    expect(compareAsKeys('\u{1F600}', '\uFFFD')).toBeGreaterThan(0);
    expect('\u{1F600}' < '\uFFFD').toBe(true);
  });

  test('a separator is the shortest text after the one and not after the other', () => {
    expect(separator('smith#adam#01', 'smith#john#02')).toBe('smith#j');
    expect(separator('lee', 'lee#1')).toBe('lee#');
    fc.assert(
      fc.property(texts, ([before = '', following = '']) => {
        const found = separator(before, following);
        expect(compareAsKeys(before, found)).toBeLessThan(0);
        expect(compareAsKeys(found, following)).toBeLessThanOrEqual(0);
        expect(found.isWellFormed()).toBe(true);
        const shorter = [...found].slice(0, -1).join('');
        expect(compareAsKeys(shorter, before)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('the bucket of a text is the last that starts at or before it', () => {
    const directory = [' ', 'd', 'm'].map((start) => ({ ...initialBucket, start }));
    expect(['a', 'd', 'lz', 'm', 'z\u{1F600}'].map((sort) => findPosition(directory, sort))).toEqual([
      0, 1, 1, 2, 2,
    ]);
    expect(findPosition([], 'a')).toBe(0);
  });
});

describe('splitting and merging', () => {
  test('parts are even, none is over the limit, and none is merged again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 100 }), fc.integer({ min: 1, max: 3000 }), (limit, over) => {
        const sizes = partSizes(limit + over, limit);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(limit + over);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(findMergeableRuns(createBuckets(sizes), limit, 99)).toEqual([]);
      }),
    );
  });

  test('the parts of a split bucket cover the same rows as before, each only its own', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 10 }), (sorts, limit) => {
        const bucket = {
          start: '\u0000',
          rows: sorts.length,
          checksum: computeChecksum(sorts),
          generation: 4,
        };
        const parts = splitBucket(bucket, sorts, limit, 100);
        expect(mergeBuckets(parts)).toEqual({ ...bucket, generation: 6 });
        for (const [position, part] of parts.entries()) {
          const own = sorts.filter((sort) => findPosition(parts, sort) === position);
          expect(part).toEqual({ ...part, rows: own.length, checksum: computeChecksum(own), generation: 5 });
        }
      }),
    );
  });

  test('a section is split only where its buckets start, evenly, and into at most the allowed number of parts', () => {
    const section = { start: ' ', rows: 100, checksum: 0, generation: 2 };
    const buckets = createBuckets(Array.from({ length: 20 }, () => 5));
    const parts = splitSection(section, buckets, 40, 50);
    expect(parts.map(({ rows }) => rows)).toEqual([25, 25, 25, 25]);
    expect(parts.map(({ start }) => start)).toEqual([' ', '025', '050', '075']);
    expect(splitSection(section, buckets, 40, 2).map(({ rows }) => rows)).toEqual([50, 50]);
    expect(splitSection(section, createBuckets([100]), 40, 50)).toHaveLength(1);
  });

  test('neighbours that fill half a bucket together are merged, empty ones too', () => {
    expect(
      findMergeableRuns(createBuckets([0, 3, 0, 9, 4, 4, 1]), 16, 99).map((run) =>
        run.map(({ rows }) => rows),
      ),
    ).toEqual([
      [0, 3, 0],
      [4, 4],
    ]);
    expect(findMergeableRuns(createBuckets([0, 0, 0, 0]), 16, 2)).toHaveLength(2);
  });

  test('the generation at any text only grows, so outdated bounds are recognised', () => {
    const parts = splitBucket(
      { start: ' ', rows: 4, checksum: 0, generation: 7 },
      ['a', 'b', 'c', 'd'],
      2,
      100,
    );
    expect(parts.map(({ generation }) => generation)).toEqual(parts.map(() => 8));
    expect(
      mergeBuckets([
        { ...initialBucket, generation: 3 },
        { ...initialBucket, start: 'm', generation: 9 },
      ]).generation,
    ).toBe(10);
  });
});

describe('counting', () => {
  test('changes are summed by bucket; rows that are added and removed again change nothing', () => {
    const directory = [' ', 'm'].map((start) => ({ ...initialBucket, start }));
    const bucketOf = (sort: string) => directory[findPosition(directory, sort)] ?? initialBucket;
    const gathered = sumByBucket(
      [
        { sort: 'a', by: 1 },
        { sort: 'b', by: 1 },
        { sort: 'n', by: 1 },
        { sort: 'n', by: -1 },
      ],
      bucketOf,
    );
    expect(gathered).toEqual([
      { bucket: directory[0], rows: 2, checksum: fingerprint('a') + fingerprint('b') },
    ]);
  });

  test('a move within a bucket changes its checksum, so that a split prepared before it fails', () => {
    const [movedRow] = sumByBucket(
      [
        { sort: 'a', by: -1 },
        { sort: 'b', by: 1 },
      ],
      () => initialBucket,
    );
    expect(movedRow).toMatchObject({ rows: 0 });
    expect(movedRow?.checksum).not.toBe(0);
  });
});

describe('finding rows by number', () => {
  const directories = fc.array(fc.nat(9), { maxLength: 12 }).map(createBuckets);

  /** What a reading brings, in a list whose row i has the sort text of i as three digits. */
  function read(directory: readonly Bucket[], first: number, size: number): number[] {
    const all = Array.from({ length: countRows(directory) }, (_, row) => row);
    const reading = planRead(directory, first, size);
    if (!reading) return [];
    const bound = reading.bound;
    const text = (row: number) => String(row).padStart(3, '0');
    const from = all.filter((row) =>
      bound === undefined ? true : reading.backward ? text(row) < bound : text(row) >= bound,
    );
    if (reading.backward) from.reverse();
    const rows = from.slice(reading.skip, reading.skip + reading.count);
    return reading.backward ? rows.reverse() : rows;
  }

  test('a read returns exactly the requested rows, with or without empty buckets', () => {
    fc.assert(
      fc.property(directories, fc.nat(110), fc.integer({ min: 1, max: 30 }), (directory, first, size) => {
        const all = Array.from({ length: countRows(directory) }, (_, row) => row);
        expect(read(directory, first, size)).toEqual(all.slice(first, first + size));
      }),
    );
  });

  test('a read skips at most one bucket, and nothing at either end of the list', () => {
    const directory = createBuckets([60, 60, 60]);
    expect(planRead(directory, 0, 25)).toMatchObject({ backward: false, skip: 0 });
    expect(planRead(directory, 155, 25)).toMatchObject({ backward: true, bound: undefined, skip: 0 });
    expect(planRead(directory, 90, 25)).toMatchObject({ backward: true, bound: '120', skip: 5 });
    expect(planRead(directory, 65, 25)).toMatchObject({ backward: false, bound: '060', skip: 5 });
    expect(planRead(directory, 180, 25)).toBeUndefined();
  });

  test('a slice of the directory covers the requested rows, and says where it begins and ends', () => {
    fc.assert(
      fc.property(directories, fc.nat(100), fc.integer({ min: 1, max: 30 }), (directory, first, size) => {
        const count = Math.min(size, countRows(directory) - first);
        fc.pre(count > 0);
        const { part, before, end } = sliceDirectory(directory, first, count);
        expect(before).toBeLessThanOrEqual(first);
        expect(before + countRows(part)).toBeGreaterThanOrEqual(first + count);
        expect(directory.find(({ start }) => start === end)?.start).toBe(end);
      }),
    );
  });

  test('buckets are grouped by the section in whose bounds they start', () => {
    const buckets = createBuckets([5, 5, 5, 5]);
    const sections = [buckets[0], buckets[2]].flatMap((bucket) => bucket ?? []);
    expect(groupBySection(sections, buckets).map(({ own }) => own.map(({ start }) => start))).toEqual([
      [' ', '005'],
      ['010', '015'],
    ]);
  });
});
