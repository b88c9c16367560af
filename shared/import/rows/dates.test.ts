// Days as lists write them (docs/interface/crm.md#days-in-files).
import { describe, expect, it } from 'vitest';
import { classifyDate, inferDateOrder, readDate } from './dates.ts';

describe('a day', () => {
  it.each([
    ['31/01/2026', '2026-01-31'],
    ['01/31/2026', '2026-01-31'],
    ['31.1.2026', '2026-01-31'],
    ['2026/01/31', '2026-01-31'],
    ['03/03/2026', '2026-03-03'],
    ['31 Jan 2026', '2026-01-31'],
    ['31-Jan-26', '2026-01-31'],
    ['January 31st, 2026', '2026-01-31'],
    ['Sat, Jan 31, 2026', '2026-01-31'],
    ['31. März 2026', '2026-03-31'],
    ['31 de diciembre de 1999', '1999-12-31'],
    ['1er août 2020', '2020-08-01'],
    ['5 June 29', '2029-06-05'],
    ['5 June 30', '1930-06-05'],
    ['1/31/26 3:05 PM', '2026-01-31 15:05:00'],
    ['31/1/2026 12:00 am', '2026-01-31 00:00:00'],
  ])('%s is read without being told an order', (text, day) => {
    expect(readDate(text, undefined)).toEqual({ value: day });
  });

  it('whose numbers are ambiguous is read in the order that is given, and in no other', () => {
    expect(readDate('01/02/2026', 'month-first')).toEqual({ value: '2026-01-02' });
    expect(readDate('01/02/26', 'day-first')).toEqual({ value: '2026-02-01' });
    expect(readDate('01/02/2026', undefined)).toEqual({
      reason: expect.stringContaining('may be 2026-01-02 or 2026-02-01'),
    });
    expect(readDate('01/31/2026', 'day-first')).toEqual({ reason: 'is no day with the day first' });
    expect(readDate('31/01/2026', 'month-first')).toEqual({ reason: 'is no day with the month first' });
  });

  it.each([
    '2026-01-31',
    '2026-01-31T10:00:00Z',
    'unknown',
    '31/02/2026',
    '1/2',
    '410-555-0100',
    'May 2026',
    '5 Smith 1999',
    '',
  ])('"%s" is left as it is written', (text) => {
    expect(readDate(text, 'day-first')).toBeUndefined();
  });
});

it('a text of any length is decided at once', () => {
  for (const text of [
    `1${' '.repeat(300_000)}Jan 2020x`,
    `1 Jan${' '.repeat(300_000)}`,
    `1/${' '.repeat(300_000)}x`,
  ])
    expect([readDate(text, undefined), classifyDate(text)]).toEqual([undefined, undefined]);
});

describe('the order of a file', () => {
  it('follows from days that are possible in one order only', () => {
    expect(['31/01/2026', '1/31/2026', '1/2/2026', '2/2/2026', '2026-01-31'].map(classifyDate)).toEqual([
      ...['day-first', 'month-first', 'ambiguous', undefined, undefined],
    ]);
    expect(inferDateOrder(['ambiguous', 'day-first', 'day-first'])).toBe('day-first');
    expect(inferDateOrder(['ambiguous'])).toBeUndefined();
    expect(inferDateOrder(['day-first', 'month-first'])).toBeUndefined();
  });
});
