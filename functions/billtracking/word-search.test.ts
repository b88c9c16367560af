// The word search, and the comparison of bill numbers.
import { describe, expect, it } from 'vitest';
import { normalizeBillNumber } from './bills/bill.ts';
import { extractWords, matchesWords } from './word-search.ts';

describe('the word search', () => {
  it('finds words by their beginnings, in any order, without regard to case and accents', () => {
    expect(matchesWords('HOUS rent', 'Rent and housing for families')).toBe(true);
    expect(matchesWords('jose', 'José Núñez')).toBe(true);
    expect(matchesWords('hous boats', 'Rent and housing')).toBe(false);
    expect(matchesWords('ousing', 'Rent and housing')).toBe(false);
  });

  it('matches every text for an empty search and for common words, and none for signs only', () => {
    expect(matchesWords('', 'Rent')).toBe(true);
    expect(matchesWords('the of', 'Rent')).toBe(true);
    expect(matchesWords('%%% ***', 'Rent')).toBe(false);
  });

  it('extracts each word once, without common words and the words of the other texts', () => {
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
