// The day of a moment is that of the clocks that count, not its first ten characters.
import { describe, expect, it } from 'vitest';
import { dayInZone } from './day-in-zone.ts';

describe('the day of a text', () => {
  it.each([
    ['2027-03-01', '2027-03-01'],
    ['2027-03-01T23:30', '2027-03-01'],
    ['2027-03-01 23:30:00.000', '2027-03-01'],
    ['2027-03-02T03:00:00Z', '2027-03-01'],
    ['2027-03-02T03:00:00+0000', '2027-03-01'],
    ['2027-03-01T23:30:00-10:00', '2027-03-02'],
    ['2027-03-01T05:00:00+14:00', '2027-02-28'],
  ])('%s in New York is %s', (text, day) => expect(dayInZone(text, 'America/New_York')).toBe(day));

  it.each([
    '2027-02-30',
    '2027-02-30T10:00:00Z',
    '2027-03-01T24:30:00Z',
    '2027-03-01T10:00+24:00',
    '2027-03-01T23:59:60Z',
    '10000-01-01',
    'tomorrow',
    '',
  ])('%j has none', (text) => expect(dayInZone(text, 'America/New_York')).toBeUndefined());
});
