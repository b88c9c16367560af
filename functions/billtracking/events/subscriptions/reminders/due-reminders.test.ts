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

  it('is settled to the end of the last day whose hour has come', () => {
    expect(find('2027-03-11T11:59:59Z').settled).toBe('2027-03-10#~');
    expect(find('2027-03-11T12:00:00Z').settled).toBe('2027-03-11#~');
    expect(find('2027-03-11T12:00:00Z', { upTo: '2027-05-01#~' }).settled).toBe('2027-05-01#~');
  });

  it('of a moment at or before that of the subscriber, or of the date, is not sent', () => {
    const due = '2027-03-11T12:00:00.000Z';
    const before = '2027-03-11T11:59:59.999Z';
    expect(find(due, { since: before }).due).toEqual([7]);
    expect(find(due, { since: due }).due).toEqual([]);
    expect(find(due, {}, [{ ...entry, since: before }]).due).toEqual([7]);
    expect(find(due, {}, [{ ...entry, since: due }]).due).toEqual([]);
  });

  it('is not sent again up to its own position', () => {
    expect(find('2027-03-11T12:00:00Z', { upTo: '2027-03-11#a' }).due).toEqual([]);
    expect(find('2027-03-11T12:00:00Z', { upTo: '2027-03-11#Z' }).due).toEqual([7]);
  });

  it('is the latest of several of one date, and one of each date, by day', () => {
    const later = { ...entry, id: 'b', date: '2027-03-19' };
    const sooner = { ...entry, id: 'c', date: '2027-03-17' };
    const now = new Date('2027-03-17T12:00:00Z');
    for (const daysBefore of [
      [7, 1],
      [1, 7],
    ]) {
      const { due } = findDueReminders([later, entry, sooner], { ...times, daysBefore }, now);
      expect(due.map((reminder) => [reminder.position, reminder.daysBefore])).toEqual([
        ['2027-03-12#b', 7],
        ['2027-03-16#c', 1],
        ['2027-03-17#a', 1],
      ]);
    }
  });

  it('has no next one after the last', () => {
    expect(find('2027-03-17T12:00:00Z').next).toBeUndefined();
  });
});
