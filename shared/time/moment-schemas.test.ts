// Moments are those of the calendar (RFC 3339 5.6), and can be stored as ISO 8601 text.
import { describe, expect, it } from 'vitest';
import { localMinute, moment, momentOrLocalTime } from './moment-schemas.ts';

const noTimes = [
  '2027-02-30T10:00',
  '2027-03-01T24:00',
  '2027-03-01T23:60',
  '10000-01-01T00:00',
  '2027-03-01',
  '2027-03-01 10:00',
];

describe('a moment', () => {
  it.each(['2027-03-01T10:00:00Z', '2027-03-01T10:00:00.123456+14:00', '2028-02-29T23:59:59-12:00'])(
    'can be %s',
    (text) => expect(moment.safeParse(text).success).toBe(true),
  );
  it.each([
    ...noTimes.map((text) => `${text}Z`),
    '2027-03-01T23:59:60Z',
    '2027-03-01T10:00:00+24:00',
    '2027-03-01T10:00:00',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
  ])('cannot be %s', (text) => expect(moment.safeParse(text).success).toBe(false));
  it('may be a local time where the field says in which zone', () => {
    expect(momentOrLocalTime.safeParse('2027-03-01T10:00').success).toBe(true);
    for (const text of noTimes) expect(momentOrLocalTime.safeParse(text).success, text).toBe(false);
  });
});

describe('a local time to the minute', () => {
  it('has no seconds and no zone', () => {
    expect(localMinute.safeParse('2027-03-01T10:00').success).toBe(true);
    for (const text of [...noTimes, '2027-03-01T10:00Z', '2027-03-01T10:00:00', '2027-03-01T10:00+01:00'])
      expect(localMinute.safeParse(text).success, text).toBe(false);
  });
});
