// People of the directory, by their ids.
import type { TenantStore } from '../../shared/data/store.ts';
import { type PersonItem, peopleById } from '../../shared/directory/people/person-store.ts';

/** The people with these ids who exist, by id. One round trip per hundred. */
export async function mapPeopleById(
  tenant: TenantStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonItem>> {
  const found = await peopleById(tenant, [...new Set(ids)]);
  return new Map(found.flatMap((person) => (person ? [[person.id, person] as const] : [])));
}
