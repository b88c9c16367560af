// What the scanner of the documents sees: numbers with a unit or after words of a limit, and no others.
import { expect, it } from 'vitest';
import { findNumbers } from './find-numbers.ts';

it.each([
  ['undoes a merge within 30 days', [30]],
  ['the one before works for twenty seconds more', [20]],
  ['at most 2.8 MB and 12,582,912 pixels', [2.8, 12_582_912]],
  ['reminded 90, 60, 30 and 7 days before', [90, 60, 30, 7]],
  ['a picture of 4096 x 3072 pixels', [4096, 3072]],
  ['five soft bounces in a row', [5]],
  ['at most 200, and 1000 per hour', [200, 1000]],
  ['valid for an hour, or half a minute after half an hour', [1, 0.5]],
  ['At most eight.', [8]],
  ['25 at most, 48 hours by default', [25, 48]],
  ['10 codes a minute and 60 an hour', [10, 60]],
])('"%s" promises %j', (text, numbers) => {
  expect(findNumbers(text).map(({ value }) => value)).toEqual(numbers);
});

it.each([
  'two people of the same name',
  'about 40 rows',
  'every 400 has the code `VALIDATION_ERROR`',
  'the answer is 429',
  'by RFC 9449 section 11.1',
  'it shows `3 contacts in 365 days`',
  'on 13 January 2025',
  'area 4.3 of the contract',
])('"%s" promises nothing', (text) => expect(findNumbers(text)).toEqual([]));
