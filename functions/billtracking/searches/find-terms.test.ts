// Words and phrases of standing searches (docs/interface/billtracking.md#saved-searches).
import { describe, expect, it } from 'vitest';
import { buildExcerpt, findTerm, indexText, parseTerm } from './find-terms.ts';

const find = (text: string, term: string) =>
  findTerm(indexText(text), term).map(({ start, end }) => text.slice(start, end));

describe('a term is found', () => {
  it('as whole words, whatever their case and accents', () => {
    expect(find('The TAX on café taxes', 'tax')).toEqual(['TAX']);
    expect(find('The TAX on café taxes', 'CAFE')).toEqual(['café']);
  });

  it('by the beginning of a word where it ends with a star', () => {
    expect(find('tax taxes taxation pretax', 'tax*')).toEqual(['tax', 'taxes', 'taxation']);
  });

  it('as a phrase, its words one after the other', () => {
    expect(find('Mobile homes, and mobile home parks', 'mobile home')).toEqual(['mobile home']);
    expect(find('mobile big home', 'mobile home')).toEqual([]);
    expect(find('home mobile', 'mobile home')).toEqual([]);
    expect(find('ends with mobile', 'mobile home')).toEqual([]);
  });

  it('without the full stop or apostrophe after it', () => {
    expect(find('No new tax. The counties’ tax', 'tax')).toEqual(['tax', 'tax']);
    expect(find('the counties’ roads', 'counties')).toEqual(['counties']);
  });

  it('nowhere when it has neither letters nor digits', () => {
    expect(parseTerm(' - * ')).toEqual([]);
    expect(find('a * b', '*')).toEqual([]);
  });
});

describe('an excerpt', () => {
  it('marks what matched, the longer of two that overlap', () => {
    const indexed = indexText('A mobile home park');
    const ranges = ['mobile', 'mobile home'].flatMap((term) => findTerm(indexed, term));
    expect(buildExcerpt(indexed, ranges)).toEqual([
      { text: 'A ', isMatch: false },
      { text: 'mobile home', isMatch: true },
      { text: ' park', isMatch: false },
    ]);
  });

  it('of a long text begins and ends at words, and says so', () => {
    const indexed = indexText(`${'word '.repeat(200)}zebra ${'word '.repeat(200)}`.trim());
    const parts = buildExcerpt(indexed, findTerm(indexed, 'zebra'));
    expect(parts.map(({ text }) => text.trim().split(' ')[0])).toEqual(['…', 'word', 'zebra', 'word', '…']);
  });

  it('is empty where nothing matched', () => {
    expect(buildExcerpt(indexText('x'), [])).toEqual([]);
  });
});
