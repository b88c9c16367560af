// The bounds of free space: what a start says, and what is refused when.
import { expect, test } from 'vitest';
import { StorageFull } from '../../../shared/data/outage.ts';
import { assertSpaceToStart, createFreeSpaceReader, findSpaceFailure } from './free-space.ts';

const MEGABYTE = 2 ** 20;

test('a start with too little space on the disk is refused in a sentence that says how much is needed', () => {
  expect(() => assertSpaceToStart('/data', () => 19.9 * MEGABYTE)).toThrow(
    'The disk that holds the data folder /data has only 19 MB left, and 128 MB are needed: free some space, or set DATA_DIR to a folder on another disk.',
  );
  expect(() => assertSpaceToStart('/data', () => 128 * MEGABYTE)).not.toThrow();
});

test('a request that writes is refused with Retry-After below 64 MB', () => {
  const failure = findSpaceFailure(() => 64 * MEGABYTE - 1);
  expect(failure).toMatchObject({ status: 503, headers: { 'Retry-After': '60' } });
  expect(failure?.cause).toBeInstanceOf(StorageFull);
  expect(findSpaceFailure(() => 64 * MEGABYTE)).toBeUndefined();
});

test('the free space of a folder is read from its disk, and a folder that is gone is not a matter of space', () => {
  expect(createFreeSpaceReader('/')()).toBeGreaterThan(0);
  expect(createFreeSpaceReader('/no/such/folder')()).toBe(Number.POSITIVE_INFINITY);
});
