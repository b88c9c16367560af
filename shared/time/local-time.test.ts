// Local times and their instants, through the days on which clocks are changed
// (docs/interface/training.md#class-times).
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  formatLocalTime,
  formatUtcOffset,
  getEndOfDay,
  getStartOfDay,
  occursTwice,
  resolveLocalTime,
  subtractLocalDays,
} from './local-time.ts';

describe('resolveLocalTime', () => {
  it.each([
    ['2027-07-01T09:00', 'America/New_York', 'once', '2027-07-01T13:00:00.000Z'],
    ['2027-01-05T09:00', 'America/New_York', 'once', '2027-01-05T14:00:00.000Z'],
    ['2027-03-14T02:30', 'America/New_York', 'never', '2027-03-14T07:00:00.000Z'],
    ['2027-03-14T03:00', 'America/New_York', 'once', '2027-03-14T07:00:00.000Z'],
    ['2027-11-07T01:30', 'America/New_York', 'twice', '2027-11-07T05:30:00.000Z'],
    ['2027-03-14T02:30', 'America/Phoenix', 'once', '2027-03-14T09:30:00.000Z'],
    // Lord Howe moves by half an hour.
    ['2027-10-03T02:15', 'Australia/Lord_Howe', 'never', '2027-10-02T15:30:00.000Z'],
  ])('%s in %s occurs %s: %s', (local, zone, kind, instant) => {
    expect(resolveLocalTime(local, zone)).toMatchObject({ kind, instant });
  });

  it('returns an instant at which clocks show the time, or says that they never do (any minute, any of these zones)', () => {
    const zones = ['America/New_York', 'America/Los_Angeles', 'Europe/London', 'Asia/Kolkata', 'Etc/UTC'];
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const local = new Date(minute * 60_000).toISOString().slice(0, 16);
        const moment = resolveLocalTime(local, zone);
        const formatted = formatLocalTime(moment.instant, zone);
        if (moment.kind === 'never') return formatted > local;
        return formatted === `${local}:00` && (moment.kind === 'once' || moment.second > moment.instant);
      }),
    );
  });
});

it('subtractLocalDays keeps the time of day when clocks are changed in between', () => {
  expect(subtractLocalDays('2027-03-15T13:00:00Z', 7, 'America/New_York').toISOString()).toBe(
    '2027-03-08T14:00:00.000Z',
  );
});

it('getEndOfDay is the second end of a day that clocks pass twice', () => {
  expect(getEndOfDay('2004-10-30', 'America/St_Johns').toISOString()).toBe('2004-10-31T03:29:59.999Z');
});

it('agrees with Temporal on any minute of any zone: the moment, what clocks show, and the beginning of the day', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const minutes = fc.integer({ min: Date.UTC(1975, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
      const local = new Date(minute * 60_000).toISOString().slice(0, 16);
      const first = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: 'earlier' });
      const moment = resolveLocalTime(local, zone);
      if (moment.kind !== 'never') expect(Date.parse(moment.instant)).toBe(first.epochMilliseconds);
      const instant = new Date(minute * 60_000).toISOString();
      expect(formatLocalTime(instant, zone)).toBe(
        Temporal.Instant.from(instant)
          .toZonedDateTimeISO(zone)
          .toPlainDateTime()
          .toString({ smallestUnit: 'second' }),
      );
      const begins = Temporal.PlainDate.from(local.slice(0, 10)).toZonedDateTime(zone);
      expect(getStartOfDay(local.slice(0, 10), zone).getTime()).toBe(begins.epochMilliseconds);
      // Where clocks go back from 00:01 to 23:01 (America/St_Johns until 2011), a day ends after the next one has begun.
      const last = Temporal.PlainDateTime.from(`${local.slice(0, 10)}T23:59:59.999`).toZonedDateTime(zone, {
        disambiguation: 'later',
      });
      const ends = last.toPlainDate().equals(local.slice(0, 10))
        ? last.epochMilliseconds
        : begins.add({ days: 1 }).startOfDay().epochMilliseconds - 1;
      expect(getEndOfDay(local.slice(0, 10), zone).getTime()).toBe(ends);
    }),
    { numRuns: 1000 },
  );
});

it.each(['2027-02-29T09:00', '2027-13-01T09:00', '2027-01-01T24:00', 'today', ''])(
  '%j is not a date and time',
  (local) => {
    expect(() => resolveLocalTime(local, 'UTC')).toThrow(new RangeError(`${local} is not a date and time`));
  },
);

it('a time that occurs twice has both moments', () => {
  expect(resolveLocalTime('2027-11-07T01:30', 'America/New_York')).toEqual({
    kind: 'twice',
    instant: '2027-11-07T05:30:00.000Z',
    second: '2027-11-07T06:30:00.000Z',
  });
  expect(resolveLocalTime('2027-07-01T09:00:30', 'UTC')).toEqual({
    kind: 'once',
    instant: '2027-07-01T09:00:30.000Z',
  });
});

it.each([
  ['2027-11-07T05:30:00.000Z', true],
  ['2027-11-07T06:30:00.000Z', true],
  ['2027-11-07T04:59:59.000Z', false],
  ['2027-11-07T07:00:00.000Z', false],
])('in New York, clocks show the time of %s twice: %s', (instant, expected) => {
  expect(occursTwice(instant, 'America/New_York')).toBe(expected);
});

it.each([
  ['America/Los_Angeles', '2027-07-01T12:00:00Z', '-07:00'],
  ['America/Los_Angeles', '2027-01-01T12:00:00Z', '-08:00'],
  ['America/St_Johns', '2027-01-01T12:00:00Z', '-03:30'],
  ['Asia/Kolkata', '2027-01-01T12:00:00Z', '+05:30'],
  ['Pacific/Kiritimati', '2027-01-01T12:00:00Z', '+14:00'],
  ['UTC', '2027-01-01T12:00:00.999Z', '+00:00'],
])('%s at %s is %s of UTC', (zone, instant, offset) => {
  expect(formatUtcOffset(instant, zone)).toBe(offset);
});

it('a day has hours, of which the first is the default', () => {
  expect(getStartOfDay('2027-07-01', 'UTC').toISOString()).toBe('2027-07-01T00:00:00.000Z');
  expect(getStartOfDay('2027-07-01', 'UTC', 9).toISOString()).toBe('2027-07-01T09:00:00.000Z');
});
