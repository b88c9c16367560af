// Filters under filterBody and beside it are the same.
import { expect, it } from 'vitest';
import * as z from 'zod';
import { listBody } from '../../lists/list-body.ts';
import { optionalText } from '../lenient.ts';
import { placeFilters } from './place-filters.ts';

const shared = { area: 'crm', method: 'POST', repeatable: true } as const;
const list = {
  ...shared,
  body: listBody({ name: [] }, { searchText: optionalText(), tags: optionalText() }),
};
const count = {
  ...shared,
  body: z.preprocess((sent) => sent ?? {}, z.object({ searchText: optionalText(), sortBy: optionalText() })),
};

it.each([
  [
    { searchText: 'a', pageNumber: 2 },
    { pageNumber: 2, filterBody: { searchText: 'a' } },
  ],
  [{ searchText: 'a', filterBody: '' }, { filterBody: { searchText: 'a' } }],
  [
    { searchText: 'a', filterBody: { searchText: '', tags: 'b' } },
    { filterBody: { searchText: 'a', tags: 'b' } },
  ],
  [{ searchText: 'a', filterBody: { searchText: 'c' } }, { filterBody: { searchText: 'c' } }],
  [{ serchText: 'a' }, { serchText: 'a' }],
  [
    { searchText: 'a', filterBody: [] },
    { searchText: 'a', filterBody: [] },
  ],
])('a list reads a filter beside filterBody, unless it has a value there: %j', (sent, placed) => {
  expect(placeFilters(list, sent)).toEqual(placed);
});

it.each([
  [{ filterBody: { searchText: 'a' } }, { searchText: 'a' }],
  [
    { searchText: 'c', filterBody: { searchText: 'a', serch: 1 } },
    { searchText: 'c', filterBody: { serch: 1 } },
  ],
  [undefined, undefined],
  [[], []],
])('a count reads the filters of a list body: %j', (sent, placed) => {
  expect(placeFilters(count, sent)).toEqual(placed);
});

it('a body that is no search stays as it was sent', () => {
  const sent = { filterBody: { searchText: 'a' } };
  expect(placeFilters({ ...count, repeatable: false }, sent)).toBe(sent);
});
