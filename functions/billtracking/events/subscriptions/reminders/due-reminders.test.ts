// Which reminders of key dates are due (docs/interface/billtracking.md#reminders).
import { describe, expect, it } from 'vitest';
import { findDueReminders, type ReminderTimes } from './due-reminders.ts';

const entry = { id: 'a', date: '2027-03-18', since: '2027-01-01T00:00:00.000Z' };
const times: ReminderTimes = {
  daysBefore: [7, 1],
  hour: 7,
  timeZone: 'America/New_York',
  since: '2027-01-01T00:00:00.000Z',
  upTo: '',
};
const find = (now: string, more: Partial<ReminderTimes> = {}, entries = [entry]) => {
  const { due, next, settled } = findDueReminders(entries, { ...times, ...more }, new Date(now));
  return { due: due.map(({ daysBefore }) => daysBefore), next: next?.toISOString(), settled };
};

describe('a reminder', () => {
  it('is due at the local hour, on both sides of a change of clocks', () => {
    expect(find('2027-03-11T11:59:59Z')).toMatchObject({ due: [], next: '2027-03-11T12:00:00.000Z' });
    expect(find('2027-03-11T12:00:00Z')).toMatchObject({ due: [7], next: '2027-03-17T11:00:00.000Z' });
  });

  it('is not sent again on the day on which the subscriber moves the hour or the time zone', () => {
    const { settled: upTo } = find('2027-03-11T12:00:00Z');
    expect(find('2027-03-11T20:00:00Z', { upTo, hour: 9 }).due).toEqual([]);
    expect(find('2027-03-11T20:00:00Z', { upTo, timeZone: 'America/Los_Angeles' }).due).toEqual([]);
  });

  it('is not sent again when a clock is moved back', () => {
    const { settled: upTo } = find('2027-03-11T12:00:00Z');
    const { settled } = find('2027-03-01T12:00:00Z', { upTo });
    expect(find('2027-03-11T12:00:00Z', { upTo: settled }).due).toEqual([]);
  });

  it('of a date that was set after its moment is not sent', () => {
    const late = { ...entry, since: '2027-03-11T13:00:00.000Z' };
    expect(find('2027-03-11T13:01:00Z', {}, [late])).toMatchObject({
      due: [],
      next: '2027-03-17T11:00:00.000Z',
    });
  });

  it('of a date that is over is not sent, also in a time zone where the day has ended already', () => {
    expect(find('2027-03-19T05:00:00Z').due).toEqual([]);
    expect(find('2027-03-19T03:00:00Z').due).toEqual([1]);
  });
});
