// When a scheduled report is due: by local time, also when clocks change, and on the last day of short months.
import { expect, it } from 'vitest';
import { nextReportTime, scheduledDays } from './times.ts';

const zone = { hour: 7, timeZone: 'America/New_York' } as const;
const next = (times: object, now: string): string =>
  nextReportTime({ frequency: 'monthly', ...zone, ...times }, new Date(now)).toISOString();

it('is at the same local hour before and after clocks change', () => {
  expect(next({ frequency: 'daily' }, '2026-03-07T12:00:00Z')).toBe('2026-03-08T11:00:00.000Z');
  expect(next({ frequency: 'daily' }, '2026-03-06T12:00:00Z')).toBe('2026-03-07T12:00:00.000Z');
});

it('is on the last day of a month without the day, and on the day again after it', () => {
  expect(next({ dayOfMonth: 31 }, '2027-01-31T12:00:00Z')).toBe('2027-02-28T12:00:00.000Z');
  expect(next({ dayOfMonth: 31 }, '2027-02-28T12:00:00Z')).toBe('2027-03-31T11:00:00.000Z');
  expect(next({ dayOfMonth: 29 }, '2028-02-01T00:00:00Z')).toBe('2028-02-29T12:00:00.000Z');
});

it('covers whole days that end yesterday, or the calendar month before', () => {
  expect(scheduledDays(4, '2026-03-01')).toEqual({ endDate: '2026-02-28' });
  expect(scheduledDays(5, '2026-01-15')).toEqual({ startDate: '2025-12-01' });
  expect(scheduledDays(1, '2026-01-15')).toEqual({});
});
