// Pages of a search (docs/interface/crm.md#search).
import type { TenantStore } from '../../../shared/data/store.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import { type SearchIndex, searchIndex } from '../../../shared/search/search-index.ts';

/** A search and the page of it that a caller requests. */
interface SearchRequest {
  /** Folded words, or what the index has in place of words. */
  readonly terms: readonly string[];
  readonly pageIndex?: number;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
  /** Only active ones, or only others. */
  readonly isActive?: boolean | undefined;
  /** Loads the found records by id, in the order of the ids. */
  readonly index: SearchIndex;
}

/** The most entries on a page of a search: each is read by its id. */
export const MAX_PAGE_SIZE = 100;

/** The filtered search of a list finds at most so many records; a longer list is nothing that anybody reads. */
export const MAX_FOUND = 500;

/** The places, in the order by name, of the first records that a search finds. */
export async function searchSorts(
  tenant: TenantStore,
  index: SearchIndex,
  terms: readonly string[],
): Promise<string[]> {
  const sorts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await searchIndex(tenant, index, terms, { pageSize: MAX_FOUND - sorts.length, cursor });
    sorts.push(...page.sorts);
    cursor = page.next;
    if (cursor === undefined || sorts.length >= MAX_FOUND) return sorts;
  }
}

/**
 * The requested page of a search, with its records presented. The total is known when everything is on the first page.
 * @throws Failure VALIDATION_ERROR for a page that only the cursor reaches, or a page that is too long
 */
export async function presentSearch<T, V extends { readonly isActive: boolean }>(
  tenant: TenantStore,
  { terms, index, isActive, ...request }: SearchRequest,
  load: (tenant: TenantStore, ids: readonly string[]) => Promise<readonly (T | undefined)[]>,
  presentAll: (records: readonly T[]) => Promise<readonly V[]> | readonly V[],
) {
  return presentCursorPage(request, async (page) => {
    const { ids, next } = await searchIndex(tenant, index, terms, page);
    const records = ids.length === 0 ? [] : await load(tenant, ids);
    const found = await presentAll(records.filter((record) => record !== undefined));
    return { data: found.filter((record) => isActive === undefined || record.isActive === isActive), next };
  });
}

/**
 * The requested page of a list that only cursors follow. The total is known when everything is on the first page.
 * @throws Failure VALIDATION_ERROR for a page that only the cursor reaches, or a page that is too long
 */
export async function presentCursorPage<V>(
  {
    pageIndex = 0,
    pageSize,
    cursor,
  }: { readonly pageIndex?: number; readonly pageSize: number; readonly cursor?: string | undefined },
  read: (page: {
    readonly pageSize: number;
    readonly cursor: string | undefined;
  }) => Promise<{ readonly data: readonly V[]; readonly next: string | undefined }>,
) {
  checkPage(pageIndex, pageSize, cursor);
  const { page, inner } = splitCursor(cursor);
  const { data, next } = await read({ pageSize, cursor: inner });
  return {
    data: [...data],
    totalCount: page === 0 && next === undefined ? data.length : null,
    pageIndex: page,
    pageSize,
    hasNextPage: next !== undefined,
    nextCursor: next === undefined ? null : `${page + 1}.${next}`,
  };
}

function checkPage(pageIndex: number, pageSize: number, cursor: string | undefined): void {
  if (pageIndex > 0 && cursor === undefined)
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: 'A search or filter has no page numbers: send the nextCursor of the page before as cursor.',
        target: 'pageIndex',
      },
    ]);
  if (pageSize > MAX_PAGE_SIZE)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `pageSize must be at most ${MAX_PAGE_SIZE} with a search or filterRules; ${pageSize} was sent.`,
        target: 'pageSize',
      },
    ]);
}

/** The number of the page that a cursor leads to, and the cursor of the index in it. */
function splitCursor(cursor: string | undefined): {
  readonly page: number;
  readonly inner: string | undefined;
} {
  const [, page, inner] = /^(\d{1,9})\.(.+)$/.exec(cursor ?? '') ?? [];
  return page === undefined ? { page: 0, inner: cursor } : { page: Number(page), inner };
}
