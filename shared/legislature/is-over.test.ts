// When an event lies in the past (docs/interface/billtracking.md#calendar-filter).
import { expect, it } from 'vitest';
import { type EventEnd, isOver } from './is-over.ts';

const day: EventEnd = {
  ...{ timeZone: 'America/Los_Angeles', endDate: '2027-03-02' },
};

it.each([
  [{ endsAt: '2027-03-01T18:00:00.000Z' }, '2027-03-01T17:59:59.999Z', false],
  [{ endsAt: '2027-03-01T18:00:00.000Z' }, '2027-03-01T18:00:00.000Z', true],
  [{}, '2027-03-03T07:59:59.999Z', false],
  [{}, '2027-03-03T08:00:00.000Z', true],
])('%#: with %j it is over at %s: %s', (more, moment, expected) => {
  expect(isOver({ ...day, ...more }, new Date(moment))).toBe(expected);
});
