// Which step of a series comes next, and when (docs/interface/communication.md#series).
import { expect, it } from 'vitest';
import { computeDueTime, findNextStep } from './next-step.ts';

const due = (since: string, delayDays: number, delayHours = 0) =>
  new Date(computeDueTime(Date.parse(since), { delayDays, delayHours }, 'America/Los_Angeles')).toISOString();

it('days keep the local time, also where clocks change, and hours are hours', () => {
  expect(due('2027-03-12T17:00:00.000Z', 3)).toBe('2027-03-15T16:00:00.000Z');
  expect(due('2027-11-05T16:00:00.000Z', 3)).toBe('2027-11-08T17:00:00.000Z');
  expect(due('2027-03-13T17:00:00.000Z', 0, 24)).toBe('2027-03-14T17:00:00.000Z');
  expect(due('2027-03-13T17:00:00.000Z', 1, 2)).toBe('2027-03-14T18:00:00.000Z');
  expect(due('2027-03-13T17:00:00.000Z', 0)).toBe('2027-03-13T17:00:00.000Z');
});

const steps = (...ids: readonly string[]) => ({
  steps: ids.map((id) => ({ id, delayDays: 1, delayHours: 0 })),
});
const next = (ids: readonly string[], taken: readonly string[], stepId?: string) =>
  findNextStep(steps(...ids), { taken, stepId })?.id;

it.each([
  [['a', 'b'], [], undefined, 'a'],
  [['a', 'b'], ['a'], 'b', 'b'],
  [['a', 'b'], ['a', 'b'], undefined, undefined],
  // A step that was put before the next one comes first; one that was put before the last one is not made up for.
  [['a', 'x', 'b'], ['a'], 'b', 'x'],
  [['x', 'a', 'b'], ['a'], 'b', 'b'],
  // Steps that moved are not sent again.
  [['b', 'a', 'c'], ['a', 'b'], 'c', 'c'],
  // What was reached is gone: the next one stays the next one.
  [['b', 'c'], ['a'], 'b', 'b'],
  [['c'], ['a'], 'b', 'c'],
  [[], [], undefined, undefined],
] as const)('of %j, after %j with %s next, comes %s', (ids, taken, stepId, expected) => {
  expect(next(ids, taken, stepId)).toBe(expected);
});
