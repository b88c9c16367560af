// How long a certification is valid (docs/interface/training.md#certification-dates).
import { describe, expect, it } from 'vitest';
import { computeGraceThrough, computeLastDay, computeRenewalStart, computeValidThrough } from './validity.ts';

describe('the last valid day', () => {
  it.each([
    ['2023-02-12', { months: 12 }, '2024-02-11'],
    ['2023-02-20', { years: 1 }, '2024-02-19'],
    ['2024-02-29', { years: 1 }, '2025-02-28'],
    ['2024-02-29', { years: 4 }, '2028-02-28'],
    ['2027-01-31', { months: 1 }, '2027-02-28'],
    ['2027-01-31', { months: 1, days: 1 }, '2027-03-01'],
    ['2027-01-01', { days: 1 }, '2027-01-01'],
    ['2027-01-01', { years: 1, months: 1, days: 10 }, '2028-02-10'],
  ])('from %s for %j is %s', (validFrom, period, lastDay) => {
    expect(computeValidThrough(validFrom, period)).toBe(lastDay);
  });

  it.each([undefined, {}, { years: 0, months: 0, days: 0 }])('does not exist for the period %j', (period) => {
    expect(computeValidThrough('2027-01-01', period)).toBeUndefined();
  });
});

describe('where terms end on 30 June, the last valid day', () => {
  it.each([
    ['2027-01-04', { years: 1 }, '2027-06-30'],
    ['2027-07-01', { years: 1 }, '2028-06-30'],
    ['2027-07-02', { years: 1 }, '2028-06-30'],
    ['2027-06-30', { years: 1 }, '2027-06-30'],
    ['2026-03-15', { years: 2 }, '2027-06-30'],
    ['2026-07-01', { years: 2 }, '2028-06-30'],
    // A period without a 30 June ends as it would without the rule.
    ['2027-07-01', { months: 6 }, '2027-12-31'],
    ['2027-01-04', undefined, undefined],
  ])('from %s for %j is %s', (validFrom, validityPeriod, lastDay) => {
    expect(computeLastDay(validFrom, { validityPeriod, validityEndsOn: '06-30' })).toBe(lastDay);
  });

  it('is that of the period for an award without the rule', () => {
    expect(computeLastDay('2027-01-04', { validityPeriod: { years: 1 } })).toBe('2028-01-03');
  });
});

it.each([
  ['2027-12-31', 30, '2028-01-30'],
  ['2027-12-31', 0, undefined],
  [undefined, 30, undefined],
])('after the last valid day %s, %d days of grace end on %s', (lastDay, graceDays, expected) => {
  expect(computeGraceThrough(lastDay, graceDays)).toBe(expected);
});

it.each([
  ['2027-12-01', '2028-01-01'],
  ['2027-12-31', '2028-01-01'],
  ['2028-01-01', '2028-01-01'],
  ['2028-01-15', '2028-01-15'],
])('renewed on %s, after a last valid day of 2027-12-31, it begins on %s', (today, validFrom) => {
  expect(computeRenewalStart('2027-12-31', today)).toBe(validFrom);
});
