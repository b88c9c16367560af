import { expect, it } from 'vitest';
import { isOver } from './is-over.ts';

const day = {
  startDate: '2027-01-15',
  endDate: '2027-01-15',
  timeZone: 'America/Los_Angeles',
  isAllDay: true,
};

it('an event with an end is over at its end', () => {
  const event = {
    ...day,
    isAllDay: false,
    startsAt: '2027-01-15T18:00:00.000Z',
    endsAt: '2027-01-15T20:00:00.000Z',
  };
  expect(isOver(event, new Date('2027-01-15T19:59:59.999Z'))).toBe(false);
  expect(isOver(event, new Date('2027-01-15T20:00:00Z'))).toBe(true);
});

it('an event without an end is over when its last day is, in its own time zone', () => {
  expect(isOver(day, new Date('2027-01-16T07:59:59.999Z'))).toBe(false);
  expect(isOver(day, new Date('2027-01-16T08:00:00Z'))).toBe(true);
});
