// How long certifications are valid: the examples of docs/interface/training.md#certification-dates, ends of months, 29
// February, renewals, grace.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computeGraceThrough,
  computeRenewalStart,
  computeValidThrough,
} from '../../../functions/training/records/certifications/awarding/validity.ts';
import {
  computeStatus,
  isHeld,
  selectCurrentCertification,
} from '../../../functions/training/records/training-record/certification-status.ts';
import { addDays, daysBetween } from '../../../shared/time/calendar-day.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';

const year = { years: 1 };

describe('the last valid day', () => {
  it.each([
    // docs/interface/training.md#certification-dates (Moodle Workplace's worked example): 12 months from 12 Feb 2023,
    // and from 20 Feb when late.
    ['2023-02-12', { months: 12 }, '2024-02-11'],
    ['2023-02-20', { months: 12 }, '2024-02-19'],
    ['2023-02-12', year, '2024-02-11'],
    ['2027-01-01', year, '2027-12-31'],
    ['2027-07-01', { months: 6 }, '2027-12-31'],
    ['2027-03-01', { days: 1 }, '2027-03-01'],
    ['2027-03-01', { days: 30 }, '2027-03-30'],
    ['2027-03-15', { years: 2, months: 6, days: 10 }, '2029-09-24'],
    // The day before 1 March is the last day of February, whatever the year.
    ['2023-03-01', year, '2024-02-29'],
    ['2024-03-01', year, '2025-02-28'],
    ['2024-02-28', year, '2025-02-27'],
    // 29 February does not exist a year later, so the last day of February is the last valid day.
    ['2024-02-29', year, '2025-02-28'],
    ['2024-02-29', { years: 4 }, '2028-02-28'],
    ['2023-02-28', year, '2024-02-27'],
    // Ends of months: a month from the 31st ends on the last day of a month that has no 31st.
    ['2027-01-31', { months: 1 }, '2027-02-28'],
    ['2028-01-31', { months: 1 }, '2028-02-29'],
    ['2027-01-30', { months: 1 }, '2027-02-28'],
    ['2027-03-31', { months: 1 }, '2027-04-30'],
    ['2027-08-31', { months: 6 }, '2028-02-29'],
    ['2027-12-31', { months: 2, days: 1 }, '2028-03-01'],
    ['2027-04-30', { months: 1 }, '2027-05-29'],
    ['2027-01-01', { years: 99, months: 11, days: 365 }, '2127-11-30'],
  ])('from %s for %j is %s, inclusive', (from, period, last) => {
    expect(computeValidThrough(from, period)).toBe(last);
  });

  it('is undefined without a period, and for an empty period', () => {
    expect(computeValidThrough('2027-01-01', undefined)).toBeUndefined();
    expect(computeValidThrough('2027-01-01', { years: 0, months: 0, days: 0 })).toBeUndefined();
  });

  const days = fc.integer({ min: 0, max: 20_000 }).map((after) => addDays('2020-01-01', after));
  const periods = fc
    .record({ years: fc.nat(99), months: fc.nat(11), days: fc.nat(365) })
    .filter(({ years, months, days: more }) => years + months + more > 0);

  it('is never before the first day, and never later for an earlier start', () => {
    fc.assert(
      fc.property(days, fc.nat(400), periods, (day, later, period) => {
        const [first = '', second = ''] = [day, addDays(day, later)].map((from) =>
          computeValidThrough(from, period),
        );
        expect(first >= day).toBe(true);
        expect(first <= second).toBe(true);
      }),
    );
  });

  it('lets renewals in time follow each other without a gap or an overlap', () => {
    fc.assert(
      fc.property(days, periods, (day, period) => {
        const last = computeValidThrough(day, period) ?? '';
        expect(daysBetween(last, computeRenewalStart(last, last))).toBe(1);
      }),
    );
  });
});

describe('a renewal is valid', () => {
  it('from the day after the old end when it is in time, however early', () => {
    expect(computeRenewalStart('2024-02-11', '2024-01-05')).toBe('2024-02-12');
    expect(computeRenewalStart('2024-02-11', '2024-02-11')).toBe('2024-02-12');
  });

  it('from the day it is made when it is in grace (late on 20 Feb, valid until 19 Feb)', () => {
    expect(computeRenewalStart('2023-02-11', '2023-02-20')).toBe('2023-02-20');
    expect(computeValidThrough(computeRenewalStart('2023-02-11', '2023-02-20'), { months: 12 })).toBe(
      '2024-02-19',
    );
  });
});

describe('grace', () => {
  it('lasts the given number of days after the last valid day, inclusive', () => {
    expect(computeGraceThrough('2024-02-11', 30)).toBe('2024-03-12');
    expect(computeGraceThrough('2024-02-11', 0)).toBeUndefined();
    expect(computeGraceThrough(undefined, 30)).toBeUndefined();
  });
});

describe('a day begins at midnight of the time zone', () => {
  it.each([
    ['2027-03-01', 'America/Los_Angeles', '2027-03-01T08:00:00.000Z'],
    ['2027-07-01', 'America/Los_Angeles', '2027-07-01T07:00:00.000Z'],
    ['2027-03-01', 'Pacific/Auckland', '2027-02-28T11:00:00.000Z'],
  ])('%s in %s', (day, zone, moment) => {
    expect(getStartOfDay(day, zone).toISOString()).toBe(moment);
  });
});

describe('the status of a certification (revoked is not expired)', () => {
  const first = { validFrom: '2023-02-12', validThrough: '2024-02-11', graceThrough: '2024-03-12' };

  it.each([
    [first, '2024-02-11', 'Valid'],
    [first, '2024-02-12', 'InGrace'],
    [first, '2024-03-12', 'InGrace'],
    [first, '2024-03-13', 'Expired'],
    [{ ...first, graceThrough: undefined }, '2024-02-12', 'Expired'],
    [{ ...first, renewedBy: 'x' }, '2024-02-11', 'Valid'],
    [{ ...first, renewedBy: 'x' }, '2024-02-12', 'Renewed'],
    [{ ...first, revokedDate: '2023-06-01' }, '2023-06-02', 'Revoked'],
    [{ ...first, revokedDate: '2023-06-01' }, '2025-01-01', 'Revoked'],
    [{ validFrom: '2023-02-12' }, '2999-01-01', 'Valid'],
  ])('%j on %s: %s', (certification, today, status) => {
    expect(computeStatus(certification, today)).toBe(status);
    expect(isHeld(certification, today)).toBe(status === 'Valid' || status === 'InGrace');
  });

  it('is that of the held certification with the latest end, or else of the one that began last', () => {
    const next = { validFrom: '2024-02-12', validThrough: '2025-02-11' };
    const renewed = { ...first, renewedBy: 'x' };
    expect(selectCurrentCertification([renewed, next], '2024-01-20')).toBe(next);
    expect(selectCurrentCertification([renewed, { ...next, revokedDate: '2024-01-21' }], '2024-01-22')).toBe(
      renewed,
    );
    const revoked = { ...next, revokedDate: '2024-05-01' };
    expect(selectCurrentCertification([revoked, renewed], '2024-05-02')).toBe(revoked);
    expect(selectCurrentCertification([], '2024-05-02')).toBeUndefined();
  });
});
