// What a cancellation costs before, at and after its deadline (docs/interface/training.md#cancellation-fees).
import { expect, it } from 'vitest';
import { computeCancellationCost } from './cancellation-terms.ts';

const classStartsAt = '2026-05-20T16:00:00.000Z';
const terms = { deadlineHours: 72, feeBefore: { amount: 10 }, feeAfter: { percent: 50 } };
const costAt = (moment: string, of: typeof terms | { deadlineHours: number } = terms) =>
  computeCancellationCost(of, { due: 20_000, currency: 'USD', classStartsAt }, new Date(moment));

it.each([
  ['just before', '2026-05-17T15:59:59.999Z', true, 1_000],
  ['exactly at', '2026-05-17T16:00:00.000Z', true, 1_000],
  ['just after', '2026-05-17T16:00:00.001Z', false, 10_000],
] as const)('a cancellation %s the deadline costs what the terms say', (_, moment, isBeforeDeadline, fee) => {
  expect(costAt(moment)).toMatchObject({ isBeforeDeadline, fee, before: 1_000, after: 10_000 });
});

it('a deadline of no hours is the start of the class', () => {
  expect(costAt(classStartsAt, { deadlineHours: 0 })).toMatchObject({ isBeforeDeadline: true, fee: 0 });
});

it('a fee is at most what was due', () => {
  const dear = { deadlineHours: 72, feeBefore: { amount: 300 }, feeAfter: { amount: 200.01 } };
  const cost = computeCancellationCost(dear, { due: 20_000, currency: 'USD', classStartsAt }, new Date(0));
  expect([cost.before, cost.after]).toEqual([20_000, 20_000]);
});
