// What counts is the best choice that the limits allow, compared with all choices (docs/interface/training.md#credit-rules).
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countGroups, type GroupLimit } from './count-credits.ts';

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);

/** Every way to count up to these amounts. */
const listChoices = (amounts: readonly number[]): number[][] =>
  amounts.reduce<number[][]>(
    (choices, amount) =>
      choices.flatMap((choice) => Array.from({ length: amount + 1 }, (_, counted) => choice.concat(counted))),
    [[]],
  );

const within = (counted: readonly number[], { groups }: GroupLimit): number =>
  sum(counted.filter((_, index) => groups.has(index)));
const isAllowed = (counted: readonly number[], limits: readonly GroupLimit[]): boolean =>
  limits.every((limit) => within(counted, limit) <= limit.maximum);
/** What minima and the total have, and then how much counts. */
const value = (counted: readonly number[], limits: readonly GroupLimit[], total: number): number =>
  1000 *
    (Math.min(total, sum(counted)) +
      sum(limits.map((limit) => Math.min(limit.minimum, within(counted, limit))))) +
  sum(counted);

it('counts as much of what is needed, and then of the rest, as any choice', () => {
  const bounds = fc.record({
    minimum: fc.nat(4),
    maximum: fc.oneof(fc.nat(5), fc.constant(Number.POSITIVE_INFINITY)),
  });
  // Groups 0 to 5 are two types, each earned in three ways; one limit of each family is within another.
  const sets = [
    { family: 'type', groups: new Set([0, 1, 2]) },
    { family: 'type', groups: new Set([3, 4, 5]) },
    { family: 'type', groups: new Set([0, 1, 2, 3, 4, 5]) },
    { family: 'mode', groups: new Set([0, 3]) },
    { family: 'mode', groups: new Set([0, 1, 3, 4]) },
    { family: 'mode', groups: new Set([4]) },
  ] as const;
  const limits = fc.tuple(...sets.map(() => bounds)).map((all) =>
    all.flatMap((limit, index) => {
      const set = sets[index];
      return set ? [{ ...set, ...limit }] : [];
    }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
      limits,
      fc.nat(10),
      (amounts, chosen, total) => {
        const counted = countGroups(
          amounts.map((amount) => ({ amount })),
          chosen,
          total,
        );
        expect(isAllowed(counted, chosen)).toBe(true);
        expect(counted.every((amount, index) => amount <= (amounts[index] ?? 0))).toBe(true);
        const best = listChoices(amounts)
          .filter((choice) => isAllowed(choice, chosen))
          .map((choice) => value(choice, chosen, total));
        expect(value(counted, chosen, total)).toBe(Math.max(...best));
      },
    ),
    { numRuns: 500 },
  );
});

it('counts everything without limits, and nothing of nothing', () => {
  expect(countGroups([{ amount: 3 }, { amount: 4 }], [], 5)).toEqual([3, 4]);
  expect(countGroups([], [], 5)).toEqual([]);
});
