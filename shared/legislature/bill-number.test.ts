// Bill numbers as legislatures and data sets write them.
import { expect, it } from 'vitest';
import { findCongressBills, parseBillNumber } from './bill-number.ts';

it.each([
  ['HB 1110', 'HB 1110'],
  ['hb1110', 'HB 1110'],
  ['HB 0012', 'HB 12'],
  ['H.R. 4435', 'HR 4435'],
  ['H. R. 4435', 'HR 4435'],
  ['H.Con.Res. 74', 'HCONRES 74'],
  ['S. 968', 'S 968'],
  ['LR1CA', 'LR 1CA'],
  ['A-2510', 'A 2510'],
  ['SB005', 'SB 5'],
])('%s is read as %s', (written, expected) => {
  expect(parseBillNumber(written)?.billNumber).toBe(expected);
});

it.each(['', '1110', 'HB', 'Rule 12 of the House', 'HB 12345678'])('%j is not a bill number', (written) => {
  expect(parseBillNumber(written)).toBeUndefined();
});

it('finds the bills of the Congress in the title of a meeting', () => {
  expect(
    findCongressBills(
      'H.R. 4435—National Defense Authorization Act for Fiscal Year 2015; H.R. 4660—Commerce; H. Con. Res. 5 and S. 12; H.R. 4435',
    ),
  ).toEqual(['HR 4435', 'HR 4660', 'HCONRES 5', 'S 12']);
  expect(findCongressBills('Hearing on U.S. 50 years of highways, 3 panels')).toEqual([]);
});
