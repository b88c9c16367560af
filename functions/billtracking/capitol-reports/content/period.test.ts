// The days that reports are about (docs/interface/billtracking.md#report-types: weekly, monthly, end of session).
import { describe, expect, it } from 'vitest';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { derivePeriod, getReferenceDay, splitIntoWeeks, validatePeriod } from './period.ts';

const session: Session = {
  id: 1301,
  stateId: 13,
  identifier: '2025',
  name: '2025 Regular Session',
  classification: 'primary',
  startDate: '2025-01-13',
  endDate: '2025-04-04',
};
const days = (startDate: string, endDate: string) => ({ startDate, endDate });

describe('the period of a report', () => {
  it.each([
    ['a week up to today', 4, {}, '2025-02-14', days('2025-02-08', '2025-02-14')],
    [
      'the week from a day on',
      4,
      { startDate: '2025-03-01' },
      '2025-02-14',
      days('2025-03-01', '2025-03-07'),
    ],
    ['the week up to a day', 4, { endDate: '2025-03-07' }, '2025-02-14', days('2025-03-01', '2025-03-07')],
    ['the month of today', 5, {}, '2025-02-14', days('2025-02-01', '2025-02-28')],
    [
      'the month of its first day, in a leap year',
      5,
      { startDate: '2024-02-01' },
      '2025-02-14',
      days('2024-02-01', '2024-02-29'),
    ],
    ['the session so far', 1, {}, '2025-02-14', days('2025-01-13', '2025-02-14')],
    ['the session, after it', 2, {}, '2025-06-01', days('2025-01-13', '2025-04-04')],
    ['the session to its last day', 6, {}, '2025-02-14', days('2025-01-13', '2025-04-04')],
    [
      'what is asked for',
      3,
      days('2025-02-01', '2025-02-02'),
      '2025-02-14',
      days('2025-02-01', '2025-02-02'),
    ],
  ] as const)('is %s', (_, type, sent, today, expected) => {
    expect(derivePeriod(type, sent, session, today)).toEqual(expected);
  });

  it('is the last month when no session is known', () => {
    expect(derivePeriod(1, {}, undefined, '2025-02-14')).toEqual(days('2025-01-15', '2025-02-14'));
  });

  it('must not end before it begins, be too long, or be outside the years 1900 to 2199', () => {
    expect(validatePeriod(days('2025-02-02', '2025-02-01'))).toMatchObject([{ target: 'endDate' }]);
    expect(validatePeriod(days('2020-01-01', '2025-01-01'))[0]?.message).toContain('are 1828');
    expect(validatePeriod(days('2025-02-01', '2025-02-01'))).toEqual([]);
    // The week from the last day of the year 9999 on ends in a year of five digits.
    const last = derivePeriod(4, { startDate: '9999-12-31' }, undefined, '2025-02-14');
    expect(validatePeriod(last)[0]?.message).toContain('1900 to 2199');
    expect(validatePeriod(days('0001-01-01', '0001-01-02'))).toMatchObject([{ code: 'OUT_OF_RANGE' }]);
  });

  it('looks ahead from today, from the last day of a past period, or from the first day of a future one', () => {
    const week = days('2025-02-03', '2025-02-09');
    expect(getReferenceDay(week, '2025-02-05')).toBe('2025-02-05');
    expect(getReferenceDay(week, '2026-01-01')).toBe('2025-02-09');
    expect(getReferenceDay(week, '2025-01-01')).toBe('2025-02-03');
  });

  it('has weeks from its first day on', () => {
    expect(splitIntoWeeks(days('2025-02-01', '2025-02-16'))).toEqual([
      days('2025-02-01', '2025-02-07'),
      days('2025-02-08', '2025-02-14'),
      days('2025-02-15', '2025-02-16'),
    ]);
  });
});
