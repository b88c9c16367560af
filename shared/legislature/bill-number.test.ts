// Bill numbers as legislatures and data sets write them; the forms of each legislature are in bill-number-forms.test.ts.
import { describe, expect, it } from 'vitest';
import {
  billNumberDigits,
  billNumberKey,
  findCongressBills,
  isBillNumber,
  MAX_BILL_NUMBER_LENGTH,
  parseBillNumber,
  splitBillNumberKeys,
} from './bill-number.ts';

const COLORADO = 8;
const DELAWARE = 10;
const NEW_YORK = 36;

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
  ['SB–12', 'SB 12'],
  ['HB\u00a012', 'HB 12'],
])('%s is read as %s', (written, expected) => {
  expect(parseBillNumber(written)?.billNumber).toBe(expected);
});

it.each([
  ['1110', '1110'],
  ['  Rule 12   of the House ', 'Rule 12 of the House'],
  ['HB 12345678', 'HB 12345678'],
  ['Moción 7 (2026)', 'Moción 7 (2026)'],
])('%j has another form and is kept as text', (written, expected) => {
  expect(parseBillNumber(written)?.billNumber).toBe(expected);
});

it.each(['', ' ', '—', '***'])('%j is not a bill number: it has no letter and no digit', (written) => {
  expect(parseBillNumber(written)).toBeUndefined();
  expect(billNumberKey(written)).not.toMatch(/[A-Z0-9]/);
});

it('a number has at most 60 characters', () => {
  expect(parseBillNumber('x'.repeat(MAX_BILL_NUMBER_LENGTH))?.billNumber).toHaveLength(60);
  expect(parseBillNumber('x'.repeat(MAX_BILL_NUMBER_LENGTH + 1))).toBeUndefined();
});

describe('the key of a number', () => {
  // The keys of records that were stored before several numbers and texts were read: these never change.
  it.each([
    ['HB 1110', 'HB1110'],
    ['h.b. 01217', 'HB1217'],
    ['H.Con.Res. 74', 'HCONRES74'],
    ['LR 1CA', 'LR1CA'],
    ['HB 1A', 'HB1A'],
    ['S 1234A', 'S1234A'],
    ['HCSHB 10', 'HCSHB10'],
    ['SHB 1110', 'SHB1110'],
  ])('of %s is still %s, in every state', (written, key) => {
    for (const stateId of [undefined, 0, COLORADO, DELAWARE, NEW_YORK, 53])
      expect(billNumberKey(written, stateId)).toBe(key);
  });

  it.each([
    ['HB 26-1001', ['HB26-1001', 'hb26-1001', 'HB 26 1001', 'H.B. 26-1001']],
    ['B 26-0034', ['B26-0034', 'B 26-34', 'b26-34']],
    ['ABX1 2', ['ABX1-2', 'AB X1 2', 'abx1 002']],
    ['HJR A', ['HJRA', 'hjr a', 'HJR  a']],
    ['HS 1 for HB 75', ['HS1 for HB75', 'hs 1 FOR hb 075']],
  ])('of %s is that of its other spellings', (number, spellings) => {
    for (const written of spellings) {
      expect(billNumberKey(written), written).toBe(billNumberKey(number));
      expect(billNumberKey(parseBillNumber(written)?.billNumber ?? '')).toBe(billNumberKey(number));
    }
  });

  it('is another one for each bill', () => {
    const bills = [
      ...['HB 1', 'HB 1A', 'HB 10', 'HB 261001', 'HB 26-1001', 'HB 2-61001', 'HB 26-1001A', 'SB 26-1001'],
      ...[
        'HJR A',
        'HJR AA',
        'HJR 1',
        'AB1',
        'AB1*',
        'AB1**',
        'AB 1-2',
        'ABX1 2',
        'ABX 12',
        '1110',
        '111-0',
        '11',
      ],
      ...['HS 1 for HB 75', 'HS 2 for HB 75', 'HS 1 for HB 7', 'HB 75'],
    ];
    expect(new Set(bills.map((number) => billNumberKey(number))).size).toBe(bills.length);
  });
});

describe('in a legislature with forms of its own', () => {
  it('New York: the letter is that of an amended print of the same bill', () => {
    for (const print of ['S1234-A', 'S 1234-A', 'S1234A'])
      expect(parseBillNumber(print, NEW_YORK)?.billNumber).toBe('S 1234');
    expect(parseBillNumber('S1234-A', 47)?.billNumber).toBe('S 1234A');
  });

  it('Colorado: the year before the number is that of the session', () => {
    const [printed, scraped, special] = ['HB26-1001', 'HB 1001', 'HB25B-1001'];
    expect(billNumberKey(printed, COLORADO)).toBe(billNumberKey(scraped, COLORADO));
    expect(billNumberKey(special, COLORADO)).toBe(billNumberKey(scraped, COLORADO));
    expect(billNumberKey(printed, DELAWARE)).not.toBe(billNumberKey(scraped, DELAWARE));
  });

  it('Delaware: a substitute has its own number and names its bill, an amended form is the bill', () => {
    expect(parseBillNumber('HS 1 for HB 75', DELAWARE)).toEqual({
      ...{ billNumber: 'HS 1 for HB 75', abbreviation: 'HS', base: 'HB 75' },
    });
    for (const amended of ['HB 75 w/ HA 1', 'HB 75 - HA1'])
      expect(parseBillNumber(amended, DELAWARE)?.billNumber).toBe('HB 75');
  });
});

describe('a search', () => {
  it.each([
    ['hb261001', 'HB 26-1001', COLORADO],
    ['HB26-1001', 'HB 1001', COLORADO],
    ['HB 1001', 'HB 26-1001', COLORADO],
    ['b260034', 'B 26-0034', 11],
    ['b2634', 'B 26-0034', 11],
    ['S1234-A', 'S 1234', NEW_YORK],
    ['hjra', 'HJR A', 26],
    ['hs1forhb75', 'HS 1 for HB 75', DELAWARE],
    ['am1040012', 'AM 104-0012', 31],
    ['abx12', 'ABX1 2', 6],
  ])('for %s finds %s', (search, number, stateId) => {
    expect(isBillNumber(search, number, stateId)).toBe(true);
  });

  it.each([
    ['HB 1', 'HB 1A', 53],
    ['HB 1A', 'HB 1', 53],
    ['HB 1001', 'HB 26-1001', DELAWARE],
    ['AB1', 'AB1*', 32],
    ['%%%', 'HB 1', 53],
  ])('for %s does not find %s', (search, number, stateId) => {
    expect(isBillNumber(search, number, stateId)).toBe(false);
  });

  it('finds a number by the last number in it, or by its letters', () => {
    expect(['HB1234', 'B26-34', 'LR1CA', 'HS-1-FOR-HB-75', 'HJR-A', ''].map(billNumberDigits)).toEqual([
      ...['1234', '34', '1CA', '75', 'HJRA', ''],
    ]);
  });

  it('tries each place where a hyphen may be missing', () => {
    expect(splitBillNumberKeys('b26034')).toEqual(['B2-6034', 'B26-34', 'B260-34', 'B2603-4']);
    expect(splitBillNumberKeys('HB 1')).toEqual([]);
  });
});

it('finds the bills of the Congress in the title of a meeting', () => {
  expect(
    findCongressBills(
      'H.R. 4435—National Defense Authorization Act for Fiscal Year 2015; H.R. 4660—Commerce; H. Con. Res. 5 and S. 12; H.R. 4435',
    ),
  ).toEqual(['HR 4435', 'HR 4660', 'HCONRES 5', 'S 12']);
  expect(findCongressBills('Hearing on U.S. 50 years of highways, 3 panels')).toEqual([]);
});
