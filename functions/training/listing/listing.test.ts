// Proves the lists of area A: query, Link and X-Total-Count (docs/interface/lists.md#array-lists, RFC 8288).
// Rules: docs/interface/limits.md#page-sizes.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildPageHeaders, listQuery } from './listing.ts';

describe('the query of a list', () => {
  const query = z.object(listQuery(['name', 'createdDate']));

  it('requests the first 50, ascending by the first field, by default', () => {
    const usual = { page: 1, pageSize: 50, sortBy: 'name', sortDirection: 'asc' };
    expect(query.parse({})).toEqual(usual);
    expect(query.parse({ page: '', pageSize: '', sortBy: '', sortDirection: '' })).toEqual(usual);
  });

  it('accepts numbers as text, and words in any case', () => {
    expect(query.parse({ page: '2', pageSize: '200', sortBy: 'CREATEDDATE', sortDirection: 'DESC' })).toEqual(
      { page: 2, pageSize: 200, sortBy: 'createdDate', sortDirection: 'desc' },
    );
  });

  it.each([{ page: 0 }, { pageSize: 0 }, { pageSize: 201 }, { sortBy: 'colour' }, { sortDirection: 'up' }])(
    'refuses %j',
    (sent) => expect(query.safeParse(sent).success).toBe(false),
  );
});

describe('the Link headers of a page (RFC 8288)', () => {
  const rels = (page: number, total: number): string[] =>
    [
      ...(buildPageHeaders('http://a.example/l', { page, pageSize: 10 }, total).Link ?? '').matchAll(
        /page=(\d+)&pageSize=10>; rel="(\w+)"/g,
      ),
    ].map(([, number, rel]) => `${rel} ${number}`);

  it.each([
    [1, 0, ['first 1', 'last 1']],
    [1, 10, ['first 1', 'last 1']],
    [1, 11, ['first 1', 'next 2', 'last 2']],
    [2, 21, ['first 1', 'prev 1', 'next 3', 'last 3']],
    [3, 21, ['first 1', 'prev 2', 'last 3']],
    [9, 21, ['first 1', 'prev 3', 'last 3']],
  ])('page %i of %i entries', (page, total, links) => expect(rels(page, total)).toEqual(links));

  it('keeps the other query parameters', () => {
    const query = { page: 1, pageSize: 2, selectedDate: '2027-01-01T00:00:00+02:00', cursor: undefined };
    expect(buildPageHeaders('http://a.example/l', query, 2)).toEqual({
      Link: ['first', 'last']
        .map(
          (rel) =>
            `<http://a.example/l?page=1&pageSize=2&selectedDate=2027-01-01T00%3A00%3A00%2B02%3A00>; rel="${rel}"`,
        )
        .join(', '),
      'X-Total-Count': '2',
    });
  });
});
