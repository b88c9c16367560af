// Pages of training lists: a plain array, with the headers Link and X-Total-Count
// (docs/interface/lists.md#array-lists).
import { formatLink } from '../../../shared/lists/link.ts';
import type { PageRequest } from '../../../shared/lists/page.ts';
import { oneOfOrFirst, pageNumberField, pageSizeField } from '../../../shared/lists/query.ts';
import { directions } from '../../../shared/lists/sort.ts';

/** The query parameters of a page. */
export const pageQuery = {
  page: pageNumberField().meta({ description: 'The number of the page, from 1.', example: 1 }),
  pageSize: pageSizeField().meta({ description: 'Entries per page, 1 to 200.', example: 50 }),
};

/** The query parameters of a list with these sort fields; the first is the default. */
export const listQuery = <const F extends readonly [string, ...string[]]>(fields: F) => ({
  ...pageQuery,
  sortBy: oneOfOrFirst(fields).meta({ description: 'The field by which the list is sorted.' }),
  sortDirection: oneOfOrFirst(directions).meta({ description: 'Ascending or descending.' }),
});

/** The headers of a list, as its contract declares them. */
export const listHeaders = {
  Link: 'The addresses of the first, previous, next and last page, if there are such pages (RFC 8288).',
  'X-Total-Count': 'The number of entries on all pages.',
} as const;

/**
 * Builds Link and X-Total-Count of a page. A page past the end links back to the last one.
 *
 * @param address the list's absolute address without a query
 * @param query the query of the request, repeated in the links
 */
export function buildPageHeaders(address: string, query: PageRequest, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / query.pageSize));
  const link = (rel: string, page: number): string => formatLink(rel, address, { ...query, page });
  const links = [
    link('first', 1),
    ...(query.page > 1 ? [link('prev', Math.min(query.page - 1, last))] : []),
    ...(query.page < last ? [link('next', query.page + 1)] : []),
    link('last', last),
  ];
  return { Link: links.join(', '), 'X-Total-Count': String(total) };
}
