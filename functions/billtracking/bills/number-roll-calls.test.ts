// Numbers of roll calls stay the same over imports (docs/interface/billtracking.md#bills).
import { expect, it } from 'vitest';
import { numberRollCalls } from './number-roll-calls.ts';
import type { RollCall } from './record/bill.ts';

const rollCall = (description: string, more: Partial<RollCall> = {}): RollCall => ({
  ...{
    date: '2027-02-01',
    description,
    passed: true,
    yea: 1,
    nay: 0,
    notVoting: 0,
    absent: 0,
    votes: [],
    ...more,
  },
});
const number = (...runs: RollCall[][]) =>
  runs
    .reduce<ReturnType<typeof numberRollCalls>>((stored, imported) => numberRollCalls(stored, imported), [])
    .map((each) => [each.description, each.number]);

it('roll calls are numbered from 1, and new ones get the next numbers wherever they stand', () => {
  expect(number([rollCall('a'), rollCall('b')])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(number([rollCall('a'), rollCall('b')], [rollCall('c'), rollCall('b'), rollCall('a')])).toEqual([
    ['c', 3],
    ['b', 2],
    ['a', 1],
  ]);
});

it('equal ones are told apart by their order', () => {
  expect(number([rollCall('a')], [rollCall('a'), rollCall('a')])).toEqual([
    ['a', 1],
    ['a', 2],
  ]);
});

it("the source's identifier is the identity, so that its other data may change", () => {
  expect(number([rollCall('a', { identifier: 'x' })], [rollCall('corrected', { identifier: 'x' })])).toEqual([
    ['corrected', 1],
  ]);
  expect(number([rollCall('a')], [rollCall('corrected')])).toEqual([['corrected', 2]]);
});

// openstates.org, bulk_export.py: a roll call has its id in the tables, and none in the list of JSON.
it('a roll call without an identifier is the one of its day, chamber and words that has one, and back again', () => {
  const [a, b] = [rollCall('a', { identifier: 'x' }), rollCall('a', { identifier: 'y' })];
  const without = [rollCall('a'), rollCall('a'), rollCall('a', { chamber: 'upper' })];
  expect(number([a, b], without)).toEqual([
    ['a', 1],
    ['a', 2],
    ['a', 3],
  ]);
  expect(number([a, b], without, [a, b]).map(([, each]) => each)).toEqual([1, 2]);
  // Two identifiers are two roll calls.
  expect(number([a], [b])).toEqual([['a', 2]]);
});
