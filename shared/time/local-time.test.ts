// Local times and their instants, through the days on which clocks are changed (gap-facts.md 4.3 and 4.4).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockTime, daysBefore, localMoment, localText, timeOfDay } from './local-time.ts';

describe('localMoment', () => {
  it.each([
    ['2027-07-01T09:00', 'America/New_York', 'once', '2027-07-01T13:00:00.000Z'],
    ['2027-01-05T09:00', 'America/New_York', 'once', '2027-01-05T14:00:00.000Z'],
    ['2027-03-14T02:30', 'America/New_York', 'never', '2027-03-14T07:00:00.000Z'],
    ['2027-03-14T03:00', 'America/New_York', 'once', '2027-03-14T07:00:00.000Z'],
    ['2027-11-07T01:30', 'America/New_York', 'twice', '2027-11-07T05:30:00.000Z'],
    ['2027-03-14T02:30', 'America/Phoenix', 'once', '2027-03-14T09:30:00.000Z'],
    // Lord Howe moves by half an hour.
    ['2027-10-03T02:15', 'Australia/Lord_Howe', 'never', '2027-10-02T15:30:00.000Z'],
  ])('%s in %s comes %s: %s', (local, zone, kind, instant) => {
    expect(localMoment(local, zone)).toMatchObject({ kind, instant });
  });

  it('gives back what clocks show, or else says that they never do (any minute, any of these zones)', () => {
    const zones = ['America/New_York', 'America/Los_Angeles', 'Europe/London', 'Asia/Kolkata', 'Etc/UTC'];
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const local = new Date(minute * 60_000).toISOString().slice(0, 16);
        const moment = localMoment(local, zone);
        const shown = localText(moment.instant, zone);
        if (moment.kind === 'never') return shown > local;
        return shown === `${local}:00` && (moment.kind === 'once' || moment.second > moment.instant);
      }),
    );
  });
});

it('daysBefore keeps the time of day when clocks are changed in between', () => {
  expect(daysBefore('2027-03-15T13:00:00Z', 7, 'America/New_York').toISOString()).toBe(
    '2027-03-08T14:00:00.000Z',
  );
});

it.each([
  ['13:00', '1:00 PM'],
  ['00:05', '12:05 AM'],
  ['12:00', '12:00 PM'],
  ['09:30', '9:30 AM'],
])('clockTime: %s is shown as %s, and read back', (time, shown) => {
  expect(clockTime(time)).toBe(shown);
  expect(timeOfDay(shown)).toBe(time);
});

it.each([
  ['9:30', '09:30'],
  ['09:30:00', '09:30'],
  ['1:00 p.m.', '13:00'],
  ['24:00', undefined],
  ['9:60', undefined],
  ['13:00 PM', undefined],
  ['noon', undefined],
])('timeOfDay: %s is %s', (sent, time) => {
  expect(timeOfDay(sent)).toBe(time);
});
