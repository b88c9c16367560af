// A page of the people who pass a filter, without reading the whole list (docs/interface/crm.md#lists-by-page).
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonEntry, personEntries } from '../../../shared/directory/people/person-entries.ts';
import { type CursorPage, decodeCursor, encodeCursor } from '../../../shared/lists/cursor.ts';
import { type PeopleFilter, selectEntries } from '../../../shared/people-filter/people-filter.ts';
import { loadIndexedCandidates } from './load-candidates.ts';

/** How many entries each query of a page reads: few where most people pass, at most 9,000 (300 read units) in all. */
export const ENTRIES_PER_QUERY = [120, 880, 4000, 4000] as const;

/**
 * A page of the people who pass a filter, by name. It costs an index's entries where there is one, and otherwise at most
 * one read unit for thirty people looked at; then a page may be short and still have a cursor.
 *
 * @throws Failure VALIDATION_ERROR when the cursor is not one of this filter
 */
export async function readFilteredPage(
  tenant: TenantStore,
  filter: PeopleFilter,
  { pageSize, cursor }: { readonly pageSize: number; readonly cursor?: string | undefined },
): Promise<CursorPage<PersonEntry>> {
  const listing = JSON.stringify(filter.rules);
  const select = (entries: readonly PersonEntry[]) =>
    selectEntries(entries, filter, { sortBy: 'name', sortDirection: 'asc' });
  const cut = (found: readonly PersonEntry[], read: string | undefined): CursorPage<PersonEntry> => {
    const items = found.slice(0, pageSize);
    const last = found.length > pageSize ? items.at(-1)?.sk : read;
    return { items, next: last === undefined ? undefined : encodeCursor(listing, last) };
  };

  let after = cursor === undefined ? undefined : decodeCursor(listing, cursor);
  const indexed = await loadIndexedCandidates(tenant, filter, 'name');
  if (indexed) return cut(select(indexed.filter(({ sk }) => after === undefined || sk > after)), undefined);
  const partition = personEntries(tenant);
  const found: PersonEntry[] = [];
  for (const limit of ENTRIES_PER_QUERY) {
    const { items, next } = await tenant.query(partition, {
      limit,
      ...(after !== undefined && { after: { pk: partition.name, sk: after } }),
    });
    found.push(...select(items));
    if (next === undefined) return cut(found, undefined);
    after = items.at(-1)?.sk ?? after;
    if (found.length >= pageSize) break;
  }
  return cut(found, after);
}
