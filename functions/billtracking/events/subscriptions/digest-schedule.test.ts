// When digests are sent (docs/interface/billtracking.md#subscriptions).
import { describe, expect, it } from 'vitest';
import { digestPeriodStart, nextDigestTime } from './digest-schedule.ts';

const next = (schedule: object, now: string) =>
  nextDigestTime(
    { frequency: 'daily', timeZone: 'America/Los_Angeles', ...schedule },
    new Date(now),
  ).toISOString();

describe('the next digest', () => {
  it('of every hour is at the next full hour, not at this moment', () => {
    expect(next({ frequency: 'hourly' }, '2027-01-15T09:59:59.999Z')).toBe('2027-01-15T10:00:00.000Z');
    expect(next({ frequency: 'hourly' }, '2027-01-15T10:00:00Z')).toBe('2027-01-15T11:00:00.000Z');
  });

  it('that is immediate waits a minute', () => {
    expect(next({ frequency: 'immediate' }, '2027-01-15T10:00:00Z')).toBe('2027-01-15T10:01:00.000Z');
  });

  it('of every day is at seven in the morning of local time, and at the very moment it is the one of tomorrow', () => {
    expect(next({}, '2027-01-15T14:59:59.999Z')).toBe('2027-01-15T15:00:00.000Z');
    expect(next({}, '2027-01-15T15:00:00Z')).toBe('2027-01-16T15:00:00.000Z');
    expect(next({ hour: 20 }, '2027-01-15T15:00:00Z')).toBe('2027-01-16T04:00:00.000Z');
  });

  it('of every week is on its weekday: 1 is Monday, 7 Sunday', () => {
    // 15 January 2027 is a Friday.
    expect(next({ frequency: 'weekly' }, '2027-01-15T15:00:00Z')).toBe('2027-01-18T15:00:00.000Z');
    expect(next({ frequency: 'weekly', weekday: 7 }, '2027-01-15T15:00:00Z')).toBe(
      '2027-01-17T15:00:00.000Z',
    );
    expect(next({ frequency: 'weekly', weekday: 5 }, '2027-01-15T14:59:00Z')).toBe(
      '2027-01-15T15:00:00.000Z',
    );
    expect(next({ frequency: 'weekly', weekday: 5 }, '2027-01-15T15:00:00Z')).toBe(
      '2027-01-22T15:00:00.000Z',
    );
  });

  it('keeps its local hour when clocks change', () => {
    // Summer time begins on 14 March 2027 and ends on 7 November.
    expect(next({}, '2027-03-13T16:00:00Z')).toBe('2027-03-14T14:00:00.000Z');
    expect(next({}, '2027-11-06T15:00:00Z')).toBe('2027-11-07T15:00:00.000Z');
  });
});

it('a digest covers an hour, a day or a week', () => {
  const begin = (frequency: 'immediate' | 'hourly' | 'daily' | 'weekly') =>
    digestPeriodStart({ frequency, timeZone: 'UTC' }, new Date('2027-01-15T10:00:00Z')).toISOString();
  expect(begin('immediate')).toBe('2027-01-15T09:00:00.000Z');
  expect(begin('hourly')).toBe('2027-01-15T09:00:00.000Z');
  expect(begin('daily')).toBe('2027-01-14T10:00:00.000Z');
  expect(begin('weekly')).toBe('2027-01-08T10:00:00.000Z');
});
