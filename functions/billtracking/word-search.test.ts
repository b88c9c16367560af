// The word search.
import { describe, expect, it } from 'vitest';
import { extractWords, matchesWords } from './word-search.ts';

describe('the word search', () => {
  it('finds words by their beginnings, in any order, without regard to case and accents', () => {
    expect(matchesWords('HOUS rent', 'Rent and housing for families')).toBe(true);
    expect(matchesWords('jose', 'José Núñez')).toBe(true);
    expect(matchesWords('hous boats', 'Rent and housing')).toBe(false);
    expect(matchesWords('ousing', 'Rent and housing')).toBe(false);
  });

  it('matches every text for an empty search, and none for signs only', () => {
    expect(matchesWords('', 'Rent')).toBe(true);
    expect(matchesWords('%%% ***', 'Rent')).toBe(false);
  });

  it.each([
    ['IT', 'State IT procurement', 'State item procurement'],
    ['may', 'A May Day parade', 'A mayor'],
    ['such', 'Of such a kind', 'Of this kind'],
    ['to be', 'Roads to be repaired', 'Roads to repair'],
  ])('finds a text by nothing but common words: %s', (search, found, other) => {
    expect(matchesWords(search, found)).toBe(true);
    expect(matchesWords(search, other)).toBe(false);
  });

  it('ignores common words beside others', () => {
    expect(matchesWords('the rent of a home', 'Rent, home')).toBe(true);
  });

  it('extracts each word once, without the words of the other texts', () => {
    expect(extractWords('The rent of the home, and the Home rent cap', ['A cap on the rent of'])).toEqual([
      'home',
      'and',
    ]);
  });
});
