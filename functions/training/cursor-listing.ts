// Cursor pages of training lists that grow without limit. The header Link has the address of the next page (RFC 8288).
import { decodeCursor, encodeCursor } from '../../shared/data/list-cursor.ts';
import type { Partition, TenantStore } from '../../shared/data/store.ts';
import { integerWithDefault, optionalText } from '../../shared/http/lenient.ts';

/** The query parameters of such a list. */
export const cursorQuery = {
  pageSize: integerWithDefault(50, 1, 200).meta({ description: 'Entries per page, 1 to 200.', example: 50 }),
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

/** A page, and the cursor of the next page if there is one. */
interface CursorPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** Loads a page of several lists merged by their sort keys; one query for each list. */
export async function loadMergedPage<T>(
  tenant: TenantStore,
  lists: readonly Partition<T>[],
  query: CursorPageRequest,
  sortOf: (item: T) => string,
  { backward = false } = {},
): Promise<CursorPage<T>> {
  const [first] = lists;
  const from =
    query.cursor === undefined || !first ? undefined : decodeCursor(identifyLists(lists), query.cursor);
  const bound = from === undefined ? {} : backward ? { to: from } : { from };
  // One more entry to know whether another page follows, and one more because the range includes the cursor's own
  // entry.
  const limit = query.pageSize + 2;
  const pages = await Promise.all(lists.map((list) => tenant.queryAll(list, { ...bound, limit, backward })));
  const found = pages
    .flat()
    .map((item) => ({ item, sort: sortOf(item) }))
    .filter(({ sort }) => sort !== from)
    .sort((a, b) => (a.sort < b.sort ? -1 : 1) * (backward ? -1 : 1));
  const page = found.slice(0, query.pageSize);
  const last = page.at(-1);
  return {
    items: page.map(({ item }) => item),
    next: found.length > query.pageSize && last ? encodeCursor(identifyLists(lists), last.sort) : undefined,
  };
}

/** Identifies the lists that a cursor belongs to. */
const identifyLists = (lists: readonly Partition<unknown>[]): string =>
  lists.map(({ name }) => name).join('\n');

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
  const link = (rel: string, more: Readonly<Record<string, string>>): string => {
    const given = Object.entries({ ...query, ...more }).filter(([, value]) => value !== undefined);
    return `<${address}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}>; rel="${rel}"`;
  };
  return { Link: [link('first', {}), ...(next ? [link('next', { cursor: next })] : [])].join(', ') };
}
