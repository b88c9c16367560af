// The short entries of people that a search finds.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type PersonEntry, personEntryKey } from '../../../shared/directory/person-entries.ts';
import type { SearchIndex } from '../../../shared/search/search-index.ts';
import { searchSorts } from '../search.ts';

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
