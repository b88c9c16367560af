// Numbers of roll calls stay the same over imports (docs/interface/billtracking.md#bills).
import { expect, it } from 'vitest';
import type { RollCall } from './bill.ts';
import { numberRollCalls } from './number-roll-calls.ts';

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
