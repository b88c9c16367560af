// The short entries of people that a search finds.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonEntry, personEntryKey } from '../../../shared/directory/people/person-entries.ts';
import type { SearchIndex } from '../../../shared/search/search-index.ts';
import { searchSorts } from '../lists/search.ts';
import type { PeopleSearch } from './find-terms.ts';

/** The entries of the first people that each of some searches finds, at half a read unit each. */
export async function searchEntriesByAll(
  tenant: TenantStore,
  searches: readonly PeopleSearch[],
): Promise<PersonEntry[]> {
  const [first = [], ...others] = await Promise.all(
    searches.map(({ index, terms }) => searchEntries(tenant, index, terms)),
  );
  return first.filter(({ id }) => others.every((found) => found.some((entry) => entry.id === id)));
}

/** The entries of the first people that a search finds, at half a read unit each. */
export async function searchEntries(
  tenant: TenantStore,
  index: SearchIndex,
  terms: readonly string[],
): Promise<PersonEntry[]> {
  const sorts = await searchSorts(tenant, index, terms);
  const found = await tenant.getMany(sorts.map((sort) => personEntryKey(tenant, sort)));
  return found.filter((entry) => entry !== undefined);
}
