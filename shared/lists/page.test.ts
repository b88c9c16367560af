// A page of a whole list, and a page of a counted list in either direction, have the same entries.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CountedList } from './counted-list.ts';
import { loadCountedPage, takePage } from './page.ts';

it('a page has its part of the entries, and none past the end', () => {
  expect(takePage([1, 2, 3, 4, 5], { page: 3, pageSize: 2 })).toEqual([5]);
  expect(takePage([1, 2, 3, 4, 5], { page: 4, pageSize: 2 })).toEqual([]);
});

/** A counted list of numbers that is held in memory. */
const createList = (rows: readonly number[]): Pick<CountedList<number>, 'page' | 'total'> => ({
  total: async () => rows.length,
  page: async ({ pageIndex, pageSize }) => {
    const items = takePage(rows, { page: pageIndex + 1, pageSize });
    return { items, total: rows.length, pageIndex, pageSize, hasNext: false, next: undefined };
  },
});

it('a page of a counted list is the page of the list sorted in that direction', async () => {
  const request = fc.record({
    page: fc.integer({ min: 1, max: 8 }),
    pageSize: fc.integer({ min: 1, max: 7 }),
    sortDirection: fc.constantFrom('asc' as const, 'desc' as const),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 30 }), request, async (count, query) => {
      const rows = Array.from({ length: count }, (_, index) => index);
      const list = createList(rows);
      const sorted = query.sortDirection === 'desc' ? rows.toReversed() : rows;
      const { items, total } = await loadCountedPage(list, query);
      expect({ items, total }).toEqual({ items: takePage(sorted, query), total: count });
    }),
  );
});
