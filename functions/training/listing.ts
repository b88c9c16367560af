// Pages of training lists: a plain array, with the headers Link and X-Total-Count
// (docs/interface/lists.md#array-lists).
import * as z from 'zod';
import { foldForSort } from '../../shared/directory/fold-for-sort.ts';
import { integerWithDefault, normalizeSpelling } from '../../shared/http/lenient.ts';

/** The largest page number. */
const LAST_PAGE = 1_000_000;

/** One of some words, in any case; the first when absent or blank. */
const enumOrDefault = <const W extends readonly [string, ...string[]]>(words: W) => {
  const spelled = normalizeSpelling(words);
  const canonical = (sent: unknown): unknown => (sent === '' || sent === null ? words[0] : spelled(sent));
  return z.preprocess(canonical, z.enum(words)).prefault(words[0]);
};

/** The query parameters of a list with these sort fields; the first is the default. */
export const listQuery = <const F extends readonly [string, ...string[]]>(fields: F) => ({
  page: integerWithDefault(1, 1, LAST_PAGE).meta({
    description: 'The number of the page, from 1.',
    example: 1,
  }),
  pageSize: integerWithDefault(50, 1, 200).meta({ description: 'Entries per page, 1 to 200.', example: 50 }),
  sortBy: enumOrDefault(fields).meta({ description: 'The field by which the list is sorted.' }),
  sortDirection: enumOrDefault(['asc', 'desc']).meta({ description: 'Ascending or descending.' }),
});

/** The headers of a list, as its contract declares them. */
export const listHeaders = {
  Link: 'The addresses of the first, previous, next and last page, if there are such pages (RFC 8288).',
  'X-Total-Count': 'The number of entries on all pages.',
} as const;

/** The requested page of a list. Further parameters are repeated in the links. */
interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Builds Link and X-Total-Count of a page. A page past the end links back to the last one.
 *
 * @param address the list's absolute address without a query
 * @param query the query of the request, repeated in the links
 */
export function buildPageHeaders(address: string, query: PageRequest, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / query.pageSize));
  const link = (rel: string, page: number): string => {
    const given = Object.entries({ ...query, page }).filter(([, value]) => value !== undefined);
    return `<${address}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}>; rel="${rel}"`;
  };
  const links = [
    link('first', 1),
    ...(query.page > 1 ? [link('prev', Math.min(query.page - 1, last))] : []),
    ...(query.page < last ? [link('next', query.page + 1)] : []),
    link('last', last),
  ];
  return { Link: links.join(', '), 'X-Total-Count': String(total) };
}

/** The values that entries can be sorted by. Absent values sort first. */
type Sortable = string | number | boolean | undefined;

const toSortRank = (value: Sortable): string | number =>
  value === undefined ? Number.NEGATIVE_INFINITY : typeof value === 'string' ? value : Number(value);

const compare = (a: string | number, b: string | number): number => {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Sorts entries by a field and then by id; names regardless of case and accents. */
export function sortEntries<T extends { readonly id: string; readonly name: string }>(
  entries: readonly T[],
  field: keyof T & string,
  direction: 'asc' | 'desc',
): T[] {
  const keyOf = (entry: T): string | number => {
    if (field === 'name') return foldForSort(entry.name);
    const value: unknown = entry[field];
    return toSortRank(
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? value
        : undefined,
    );
  };
  const keyed = entries.map((entry) => ({ entry, value: keyOf(entry) }));
  keyed.sort((a, b) => compare(a.value, b.value) || compare(a.entry.id, b.entry.id));
  const sorted = keyed.map(({ entry }) => entry);
  return direction === 'desc' ? sorted.reverse() : sorted;
}

/** The entries of one page. */
export const takePage = <T>(entries: readonly T[], { page, pageSize }: PageRequest): T[] =>
  entries.slice((page - 1) * pageSize, page * pageSize);
