// How long somebody worked, from the dates of positions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDays, countMonthsWorked } from './count-days.ts';

const today = '2026-01-31';

describe('months worked', () => {
  it.each([
    [[], 0],
    [[{}], 0],
    [[{ startDate: '2025-01-01', endDate: '2025-12-31' }], 11],
    [[{ startDate: '2024-01-31' }], 24],
    [[{ startDate: '2027-01-01' }], 0],
    [[{ startDate: '2024-01-31', endDate: '2099-01-01' }], 24],
  ])('of %j are %i', (positions, months) => {
    expect(countMonthsWorked(positions, today)).toBe(months);
  });

  it('count overlapping positions once, in any order', () => {
    const day = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2026-01-30'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const position = fc
      .tuple(day, day)
      .map(([a, b]) => (a < b ? { startDate: a, endDate: b } : { startDate: b, endDate: a }));
    fc.assert(
      fc.property(fc.array(position, { maxLength: 6 }), (positions) => {
        const months = countMonthsWorked(positions, today);
        expect(countMonthsWorked([...positions, ...positions].reverse(), today)).toBe(months);
        expect(months).toBeLessThanOrEqual(313);
      }),
      { seed: 1 },
    );
  });
});

it.each([
  [[{ startDate: today }], 1],
  [[{ startDate: '2026-02-01' }], 0],
  [[{ endDate: '2025-01-01' }], 0],
  [[{ startDate: '2026-01-01', endDate: '2026-01-01' }], 1],
  [[{ startDate: '2026-01-01', endDate: today }], 31],
  [
    [
      { startDate: '2026-01-01', endDate: '2026-01-10' },
      { startDate: '2026-01-10', endDate: '2026-01-20' },
    ],
    20,
  ],
  [
    [
      { startDate: '2026-01-05', endDate: '2026-01-06' },
      { startDate: '2026-01-01', endDate: '2026-01-10' },
      { startDate: '2026-01-01', endDate: '2026-01-10' },
    ],
    10,
  ],
  [
    [
      { startDate: '2026-01-12', endDate: '2026-01-12' },
      { startDate: '2026-01-01', endDate: '2026-01-10' },
    ],
    11,
  ],
])('the days in %j are %i, both ends included', (terms, days) => {
  expect(countDays(terms, today)).toBe(days);
});
