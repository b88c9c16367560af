// Finds the organization that a row names among those of the tenant.

import type { TenantStore } from '../data/store.ts';
import { organizationById, organizationsWithName } from '../directory/organization-store.ts';
import { organizationMerges } from '../directory/record-merge/merge-kind.ts';
import { survivorById } from '../directory/record-merge/merge-record.ts';
import { foldForSort } from '../lists/fold-for-sort.ts';
import { idByExternalId, idByName, parseExternalId } from './identity.ts';
import type { ReadOptions } from './row-source.ts';

/** The id of the organization, or why there is none. */
export type FoundOrganization = { readonly id: string } | { readonly reason: 'unknown' | 'ambiguous' };

/** Looks up organizations by the id another system gives them, or by name; reads the table once for each. */
export function createOrganizationFinder(tenant: TenantStore, options: ReadOptions) {
  const lookups = new Map<string, Promise<FoundOrganization>>();
  const once = (key: string, find: () => Promise<FoundOrganization>): Promise<FoundOrganization> => {
    const known = lookups.get(key) ?? find();
    lookups.set(key, known);
    return known;
  };
  return {
    /** The organization with this id in the other system, or the one that it was merged into. */
    byExternalId: (externalId: string): Promise<FoundOrganization> =>
      once(`id ${externalId}`, async () => {
        const id = idByExternalId('organization', parseExternalId(externalId, options), options);
        const found =
          (await organizationById(tenant, id)) ?? (await survivorById(tenant, organizationMerges, id));
        return found ? { id: found.id } : { reason: 'unknown' };
      }),
    /** The only organization with this name, or the one that a list without ids created under it. */
    byName: (name: string): Promise<FoundOrganization> =>
      once(`name ${foldForSort(name)}`, async () => {
        const { items } = await organizationsWithName(tenant, name);
        const own = idByName('organization', name, options);
        const [first, second] = items;
        if (items.some((item) => item.id === own)) return { id: own };
        if (first === undefined) return { reason: 'unknown' };
        return second === undefined ? { id: first.id } : { reason: 'ambiguous' };
      }),
  };
}
