// Finds organizations by the ids of other systems and by name, in their short entries, which are read once and only if needed.
import type { TenantStore } from '../../data/store.ts';
import {
  type ListedOrganization,
  listedOrganizations,
} from '../../directory/organizations/listed-organizations.ts';
import {
  type OrganizationItem,
  organizationsById,
} from '../../directory/organizations/organization-store.ts';
import { hashValue } from '../../directory/people/person-entries.ts';
import type { ExternalId } from '../../directory/record/fields.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';

/** Whether a record has exactly this id of another system. */
const hasExternalId = (
  { externalIds = [] }: { readonly externalIds?: readonly ExternalId[] | undefined },
  { scheme, identifier }: ExternalId,
): boolean => externalIds.some((known) => known.scheme === scheme && known.identifier === identifier);

/** The organizations of a tenant at the first use, about thirty per read unit; those that are created later are not in it. */
export function createOrganizationIndex(tenant: TenantStore) {
  let reading: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

  async function readEntries(): Promise<ReadonlyMap<string, readonly string[]>> {
    const ids = new Map<string, string[]>();
    const add = (key: string, id: string): void => {
      const known = ids.get(key);
      if (known) known.push(id);
      else ids.set(key, [id]);
    };
    const addEntry = ({ id, n, xi = [] }: ListedOrganization): void => {
      add(`name ${foldForSort(n)}`, id);
      for (const hash of xi) add(`id ${hash}`, id);
    };
    for await (const { items } of tenant.queryPages(listedOrganizations(tenant), { consistent: true }))
      for (const entry of items) addEntry(entry);
    return ids;
  }

  async function find(key: string): Promise<OrganizationItem[]> {
    reading ??= readEntries();
    const ids = (await reading).get(key) ?? [];
    const found = ids.length === 0 ? [] : await organizationsById(tenant, ids);
    return found.filter((organization) => organization !== undefined);
  }

  return {
    /** The organizations that have this id of another system. */
    findByExternalId: async (externalId: ExternalId): Promise<OrganizationItem[]> => {
      const found = await find(`id ${hashValue(externalId.scheme, externalId.identifier)}`);
      return found.filter((organization) => hasExternalId(organization, externalId));
    },
    /** The organizations with this name, in any case and with or without accents. */
    findByName: (name: string): Promise<OrganizationItem[]> => find(`name ${foldForSort(name)}`),
  };
}
