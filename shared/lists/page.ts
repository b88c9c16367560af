// Pages of lists by number.
import type { CountedList } from './counted-list.ts';
import { applyDirection, type Direction } from './sort.ts';

/** A requested page. */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** The entries of a page of a list that was read as a whole. */
export const takePage = <T>(entries: readonly T[], { page, pageSize }: PageRequest): T[] =>
  entries.slice((page - 1) * pageSize, page * pageSize);

/** The entries of a page, and the number of entries on all pages. */
export interface TotaledPage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** What reading pages of a counted list needs. */
type CountedPages<T> = Pick<CountedList<T>, 'page' | 'total'>;

/** A page of a counted list in descending order: reads the two ascending pages that contain its rows. */
async function loadDescendingPage<T>(
  list: CountedPages<T>,
  { page, pageSize }: PageRequest,
): Promise<TotaledPage<T>> {
  const total = await list.total();
  const end = total - (page - 1) * pageSize;
  if (end <= 0) return { items: [], total };
  const start = Math.max(0, end - pageSize);
  const numbers = [...new Set([start, end - 1].map((row) => Math.floor(row / pageSize)))];
  const pages = await Promise.all(numbers.map((pageIndex) => list.page({ pageIndex, pageSize })));
  const before = (numbers[0] ?? 0) * pageSize;
  const rows = pages.flatMap(({ items }) => items).slice(start - before, end - before);
  return { items: applyDirection(rows, 'desc'), total };
}

/** A page of a counted list, in ascending order by default. */
export const loadCountedPage = <T>(
  list: CountedPages<T>,
  request: PageRequest & { readonly sortDirection?: Direction },
): Promise<TotaledPage<T>> =>
  request.sortDirection === 'desc'
    ? loadDescendingPage(list, request)
    : list.page({ pageIndex: request.page - 1, pageSize: request.pageSize });
