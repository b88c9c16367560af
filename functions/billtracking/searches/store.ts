// Stored searches: all of a tenant's in one partition, because each new bill is compared with all of them. What a search
// found is in a partition of its own, so that a bill is found once.
import { addSearch, removeSearch as uncountSearch } from '../../../shared/change-feed/followers.ts';
import { type Change, insert, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { type CursorPage, readCursorPage } from '../../../shared/lists/cursor.ts';
import type { BillMatchItem } from './match.ts';
import type { BillSearchItem } from './search.ts';

/** Reading all searches of a tenant costs at most some 25 read units. */
const MAX_SEARCHES = 200;

const PARTITION = 'BILL-SEARCHES';
const searchKey = (tenant: TenantStore, id: string): Key<BillSearchItem> => tenant.key(PARTITION, id);

/** All searches of a tenant. One query. */
export const allSearches = (
  tenant: TenantStore,
  options?: { readonly consistent?: boolean },
): Promise<readonly BillSearchItem[]> =>
  tenant.queryAll(tenant.partition<BillSearchItem>(PARTITION), options);

/** The searches with these ids that exist. One round trip. */
export async function searchesById(tenant: TenantStore, ids: readonly string[]): Promise<BillSearchItem[]> {
  const found = await tenant.getMany(ids.map((id) => searchKey(tenant, id)));
  return found.filter((search) => search !== undefined);
}

/**
 * The search with this id, as it was last written.
 * @throws Failure 404
 */
export async function requireSearch(tenant: TenantStore, id: string): Promise<BillSearchItem> {
  const search = await tenant.get(searchKey(tenant, id), { consistent: true });
  if (!search) throw notFound('search', id);
  return search;
}

/** Writes a new search, unless the tenant has the maximum. */
export const insertSearch = (tenant: TenantStore, search: BillSearchItem): Change[] => [
  insert(searchKey(tenant, search.id), search),
  addSearch(
    tenant,
    MAX_SEARCHES,
    conflict(`There are ${MAX_SEARCHES} saved searches, which is the maximum; delete one first.`),
  ),
];

/** Writes a search over what was read as `before`. */
export const replaceSearch = (
  tenant: TenantStore,
  before: BillSearchItem,
  after: BillSearchItem,
  ifMatch?: IfMatch,
): Change => put(searchKey(tenant, before.id), after, ifUnchanged(before.version, ifMatch));

/** Removes a search. What it found expires by its TTL. */
export const removeSearch = (
  tenant: TenantStore,
  { id, version }: BillSearchItem,
  ifMatch: IfMatch | undefined,
): Change[] => [remove(searchKey(tenant, id), ifUnchanged(version, ifMatch)), uncountSearch(tenant)];

const matchKey = (
  tenant: TenantStore,
  { searchId, billId }: Pick<BillMatchItem, 'searchId' | 'billId'>,
): Key<BillMatchItem> => tenant.key(`BILL-SEARCH#${searchId}`, `MATCH#${billId}`);

const matchesBySearch = (tenant: TenantStore, searchId: string): Partition<BillMatchItem> =>
  tenant.listing(`BILL-MATCHES#${searchId}`);
const matchSort = ({ createdDate, billId }: BillMatchItem): string =>
  `${createdDate}#${billId.padStart(10, '0')}`;

/** Writes a match, listed by when it was found; one that is there already stays. */
export const insertMatch = (tenant: TenantStore, match: BillMatchItem): Change =>
  insert(matchKey(tenant, match), match, {
    listed: { listing: matchesBySearch(tenant, match.searchId), sort: matchSort(match) },
  });

/** Which of these searches found the bill before. One round trip. */
export async function searchesThatFound(
  tenant: TenantStore,
  billId: string,
  searchIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tenant.getMany(
    searchIds.map((searchId) => matchKey(tenant, { searchId, billId })),
    { consistent: true },
  );
  return new Set(found.flatMap((match) => match?.searchId ?? []));
}

/** The match that a change names, as it was last written. */
export function matchById(tenant: TenantStore, id: string): Promise<BillMatchItem | undefined> {
  const [searchId = '', billId = ''] = id.split('_');
  return tenant.get(matchKey(tenant, { searchId, billId }), { consistent: true });
}

/** The matches with these ids that exist. One round trip per hundred. */
export async function matchesById(tenant: TenantStore, ids: readonly string[]): Promise<BillMatchItem[]> {
  const found = await tenant.getMany(
    ids.map((id) => {
      const [searchId = '', billId = ''] = id.split('_');
      return matchKey(tenant, { searchId, billId });
    }),
    { consistent: true },
  );
  return found.filter((match) => match !== undefined);
}

/**
 * A page of what a search found, the latest first. One query.
 * @throws Failure 400 when the cursor does not belong to this list
 */
export function pageOfMatches(
  tenant: TenantStore,
  searchId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<CursorPage<BillMatchItem>> {
  const list = matchesBySearch(tenant, searchId);
  return readCursorPage(list.name, { pageSize: limit, cursor }, matchSort, (most, after) =>
    tenant.queryAll(list, { ...(after !== undefined && { to: after }), backward: true, limit: most }),
  );
}

/** The latest matches of a search since a moment, ISO 8601. One query. */
export const latestMatches = (
  tenant: TenantStore,
  searchId: string,
  since: string,
  limit: number,
): Promise<BillMatchItem[]> =>
  tenant.queryAll(matchesBySearch(tenant, searchId), { from: since, backward: true, limit });
