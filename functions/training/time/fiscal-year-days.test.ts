// The first and last days of fiscal years (docs/interface/training.md#fiscal-years: credit totals within the tenant's
// fiscal year).
import { describe, expect, it } from 'vitest';
import { fiscalYearContaining } from './fiscal-year-days.ts';

describe('the fiscal year of a day', () => {
  it.each([
    ['2027-06-30', '07-01', '2026-07-01', '2027-06-30'],
    ['2027-07-01', '07-01', '2027-07-01', '2028-06-30'],
    ['2027-12-31', '01-01', '2027-01-01', '2027-12-31'],
    ['2027-01-01', '01-01', '2027-01-01', '2027-12-31'],
    ['2028-02-29', '03-01', '2027-03-01', '2028-02-29'],
    ['2027-02-28', '03-01', '2026-03-01', '2027-02-28'],
    ['2027-10-30', '10-31', '2026-10-31', '2027-10-30'],
    ['2027-12-31', '12-31', '2027-12-31', '2028-12-30'],
  ])('of %s, with years that start on %s, is %s to %s', (day, start, startDate, endDate) => {
    expect(fiscalYearContaining(day, start)).toEqual({ startDate, endDate });
  });
});
