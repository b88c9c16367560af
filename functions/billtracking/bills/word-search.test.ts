// Proves how the words of a bill are found without an index, and when two bill numbers are one.
import { describe, expect, it } from 'vitest';
import { normalizeBillNumber } from './bill.ts';
import { extractWords, matchesWords } from './word-search.ts';

describe('the words of a text', () => {
  it('are found by their beginnings, in any order, without regard to case and accents', () => {
    expect(matchesWords('HOUS rent', 'Rent and housing for families')).toBe(true);
    expect(matchesWords('jose', 'José Núñez')).toBe(true);
    expect(matchesWords('hous boats', 'Rent and housing')).toBe(false);
    expect(matchesWords('ousing', 'Rent and housing')).toBe(false);
  });

  it('are all there for a search of nothing, or of words that every text has', () => {
    expect(matchesWords('', 'Rent')).toBe(true);
    expect(matchesWords('the of', 'Rent')).toBe(true);
    expect(matchesWords('%%% ***', 'Rent')).toBe(false);
  });

  it('are kept once, without common ones and those told elsewhere', () => {
    expect(extractWords('The rent of the home, and the Home rent cap', ['A cap on rent'])).toEqual(['home']);
  });
});

describe('a bill number', () => {
  it.each([
    ['HB 1217', 'HB1217'],
    ['h.b. 01217', 'HB1217'],
    ['H.Con.Res. 74', 'HCONRES74'],
    ['B26-0001', 'B260001'],
    [' - ', ''],
  ])('%s is compared as %s', (written, compared) => {
    expect(normalizeBillNumber(written)).toBe(compared);
  });
});
