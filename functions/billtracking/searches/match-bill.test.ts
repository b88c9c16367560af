// Words, phrases, beginnings and exclusions of a saved search (docs/interface/billtracking.md#saved-searches).
import { describe, expect, it } from 'vitest';
import { buildExcerpt, findTerm, indexText } from './find-terms.ts';
import { indexBill, listExcerpts, matchesSearch } from './match-bill.ts';
import type { SearchCriteria } from './search.ts';

const anything: SearchCriteria = {
  allOf: [],
  anyOf: [],
  noneOf: [],
  sponsors: [],
  committeeIds: [],
  subjects: [],
  stateIds: [],
  sessionIds: [],
};
const bill = {
  stateId: 53,
  sessionId: 5301,
  title: 'Limiting rent increases for residential tenants',
  summary: 'Counties may require a landlord’s notice. Rent paid to a housing authority is not limited.',
  subjects: ['Housing', 'Local government'],
  sponsors: [{ name: 'Emily Alvarado', personId: 'p-1', isPrimary: true }],
  committees: [{ id: 100_001, name: 'Housing', chamber: 'lower' as const }],
};
const find = (criteria: Partial<SearchCriteria>) =>
  matchesSearch(indexBill(bill), { ...anything, ...criteria });

describe('a search finds a bill', () => {
  it.each<[string, Partial<SearchCriteria>, boolean]>([
    ['by a word without regard to case and accents', { allOf: ['RÉNT'] }, true],
    ['not by a part of a word', { allOf: ['tenan'] }, false],
    ['by the beginning of a word with *', { allOf: ['tenan*'] }, true],
    ['by a phrase in its order', { allOf: ['rent increases'] }, true],
    ['not by a phrase in another order', { allOf: ['increases rent'] }, false],
    ['not by a phrase over two texts', { allOf: ['tenants counties'] }, false],
    ['by a phrase that ends with a beginning', { allOf: ['housing author*'] }, true],
    ['by a word with a typographic apostrophe', { allOf: ["landlord's"] }, true],
    ['by any of several words', { anyOf: ['mortgage', 'landlord*'] }, true],
    ['not without one of several words', { anyOf: ['mortgage', 'zoning'] }, false],
    ['not with an excluded word', { allOf: ['rent'], noneOf: ['tenants'] }, false],
    ['by a subject, in any case', { subjects: ['housing'] }, true],
    ['by the last name of a sponsor', { sponsors: ['alvarado'] }, true],
    ['by the id of a sponsor', { sponsors: ['p-1'] }, true],
    ['by its committee', { committeeIds: [100_001] }, true],
    ['not of another state', { allOf: ['rent'], stateIds: [24] }, false],
    ['of its session', { allOf: ['rent'], sessionIds: [5301] }, true],
  ])('%s', (_name, criteria, expected) => {
    expect(find(criteria)).toBe(expected);
  });
});

describe('an excerpt', () => {
  const show = (text: string, terms: string[]) => {
    const indexed = indexText(text);
    const parts = buildExcerpt(
      indexed,
      terms.flatMap((term) => findTerm(indexed, term)),
    );
    return parts.map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part)).join('');
  };

  it('marks each place of what matched, in the spelling of the text', () => {
    expect(show('Rent and rental housing. Rents.', ['rent', 'rental housing'])).toBe(
      '[Rent] and [rental housing]. Rents.',
    );
  });

  it('of a long text is what is around the first place, cut between words', () => {
    const shown = show(`${'before '.repeat(40)}landlord ${'after '.repeat(40)}`.trim(), ['landlord']);
    expect(shown).toMatch(/^… (before )+\[landlord\]( after)+ …$/);
    expect(shown.length).toBeLessThan(240);
  });

  it('is given for each text of the bill that has a word of the search', () => {
    const excerpts = listExcerpts(indexBill(bill), { ...anything, allOf: ['rent'], anyOf: ['housing'] });
    expect(excerpts.map(({ field }) => field)).toEqual(['title', 'summary', 'subjects']);
  });
});
