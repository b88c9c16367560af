// Envelopes and filters of area D (docs/interface/billtracking.md#success-envelope, #common-filters).
import { describe, expect, it } from 'vitest';
import { filterDate, idList, pageReply, wordList } from './envelopes.ts';

it('a page says how many pages there are, the last one included when it is short', () => {
  const countPages = (total: number) =>
    pageReply([], { pageNumber: 1, pageSize: 20 }, total).body.pagingModel.totalPages;
  expect([0, 1, 20, 21].map(countPages)).toEqual([0, 1, 1, 2]);
});

describe('a filter takes', () => {
  it('a day in the two forms that callers send; blank is absent', () => {
    expect(
      ['2027-02-01', '2-1-2027', '02-01-2027', '', null].map((text) => filterDate().parse(text)),
    ).toEqual(['2027-02-01', '2027-02-01', '2027-02-01', undefined, undefined]);
    for (const text of ['2027-02-30', '30-02-2027', '2027-2-1', 20270201])
      expect(filterDate().safeParse(text).success, String(text)).toBe(false);
  });

  it('ids as numbers or texts, from 0 on and at most 500', () => {
    expect(idList().parse(['53', 0])).toEqual([53, 0]);
    expect(idList().safeParse([-1]).success).toBe(false);
    expect(idList().safeParse(Array(500).fill(1)).success).toBe(true);
    expect(idList().safeParse(Array(501).fill(1)).success).toBe(false);
  });

  it('words in any case, and no others', () => {
    expect(wordList(['HEARING', 'VOTE']).parse([' hearing'])).toEqual(['HEARING']);
    expect(wordList(['HEARING', 'VOTE']).safeParse(['HEARINGS']).success).toBe(false);
  });
});
