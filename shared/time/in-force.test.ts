// Proves "current = start ≤ today ≤ end" (docs/interface/crm.md#dates-in-force).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInForce, overlap } from './in-force.ts';

describe('isInForce', () => {
  it.each([
    [{}, true],
    [{ startDate: null, endDate: null }, true],
    [{ startDate: '2026-03-01' }, true],
    [{ startDate: '2026-03-02' }, false],
    [{ endDate: '2026-03-01' }, true],
    [{ endDate: '2026-02-28' }, false],
    [{ startDate: '2025-01-01', endDate: '2027-01-01' }, true],
  ])('%j on 2026-03-01 is %j', (term, active) => {
    expect(isInForce(term, '2026-03-01')).toBe(active);
  });
});

describe('overlap', () => {
  const day = fc.option(
    fc.integer({ min: 1, max: 9 }).map((number) => `2026-01-0${number}`),
    { nil: undefined },
  );
  const term = fc
    .record({ startDate: day, endDate: day })
    .filter(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate);
  // Two days before and after all others stand for the open ends.
  const days = Array.from({ length: 11 }, (_, index) => `2026-01-${String(index).padStart(2, '0')}`);

  it('is true exactly when there is a day in both terms', () => {
    fc.assert(
      fc.property(term, term, (a, b) => {
        expect(overlap(a, b)).toBe(days.some((each) => isInForce(a, each) && isInForce(b, each)));
        expect(overlap(a, b)).toBe(overlap(b, a));
      }),
      { seed: 1 },
    );
  });
});
