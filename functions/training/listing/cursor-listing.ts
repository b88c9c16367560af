// Cursor pages of training lists that grow without limit. The header Link has the address of the next page (RFC 8288).
import type { Partition, TenantStore } from '../../../shared/data/store.ts';
import { optionalText } from '../../../shared/http/lenient.ts';
import { type CursorPage, readCursorPage } from '../../../shared/lists/cursor.ts';
import { formatLink } from '../../../shared/lists/link.ts';
import { applyDirection, compareTexts } from '../../../shared/lists/sort.ts';
import { pageQuery } from './listing.ts';

/** The query parameters of such a list. */
export const cursorQuery = {
  pageSize: pageQuery.pageSize,
  cursor: optionalText(2000).meta({
    description: 'The position of the page: use the address of the next page in Link.',
  }),
};

/** The headers of such a list, as its contract declares them. */
export const cursorHeaders = {
  Link: 'The addresses of the first page and, if there is one, of the next page (RFC 8288).',
} as const;

interface CursorPageRequest {
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/** Loads a page of several lists merged by their sort keys; one query for each list. */
export async function loadMergedPage<T>(
  tenant: TenantStore,
  lists: readonly Partition<T>[],
  request: CursorPageRequest,
  sortOf: (item: T) => string,
  { backward = false } = {},
): Promise<CursorPage<T>> {
  if (lists.length === 0) return { items: [], next: undefined };
  const name = lists.map((list) => list.name).join('\n');
  return readCursorPage(name, request, sortOf, async (limit, after) => {
    const range = { [backward ? 'to' : 'from']: after, limit, backward };
    const pages = await Promise.all(lists.map((list) => tenant.queryAll(list, range)));
    const found = pages.flat().sort((a, b) => compareTexts(sortOf(a), sortOf(b)));
    return applyDirection(found, backward ? 'desc' : 'asc');
  });
}

/**
 * Builds the header Link of a page.
 *
 * @param address the list's absolute address without a query
 * @param query the query of the request, repeated in the links
 */
export function buildLinkHeader(
  address: string,
  { cursor: _, ...query }: CursorPageRequest,
  next: string | undefined,
): Record<string, string> {
  const links = [
    formatLink('first', address, query),
    ...(next ? [formatLink('next', address, { ...query, cursor: next })] : []),
  ];
  return { Link: links.join(', ') };
}
