import { expect, it } from 'vitest';
import { formatCount, formatPeriod, formatTime } from './formatting.ts';

it('a period repeats neither its month nor its year', () => {
  expect(formatPeriod('2027-02-03', '2027-02-03')).toBe('February 3, 2027');
  expect(formatPeriod('2027-02-03', '2027-02-09')).toBe('February 3 to 9, 2027');
  expect(formatPeriod('2027-02-28', '2027-03-01')).toBe('February 28 to March 1, 2027');
  expect(formatPeriod('2027-12-31', '2028-01-01')).toBe('December 31, 2027 to January 1, 2028');
});

it('midnight is 12 AM and noon is 12 PM', () => {
  expect(['00:00', '11:59', '12:00', '13:05', '23:59'].map(formatTime)).toEqual([
    '12:00 AM',
    '11:59 AM',
    '12:00 PM',
    '1:05 PM',
    '11:59 PM',
  ]);
});

it('only one is singular', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'bill'))).toEqual(['0 bills', '1 bill', '2 bills']);
});
