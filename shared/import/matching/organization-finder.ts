// Finds the organization that a row names among those of the tenant.

import type { TenantStore } from '../../data/store.ts';
import { organizationById, organizationsWithName } from '../../directory/organizations/organization-store.ts';
import { organizationMerges } from '../../directory/record-merge/merge-kind.ts';
import { survivorById } from '../../directory/record-merge/merge-record.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { ReadOptions } from '../rows/row-source.ts';
import { idByExternalId, idByName, parseExternalId, parseOwnId } from './identity.ts';
import { createOrganizationIndex } from './organization-index.ts';

/** The id of the organization, or why there is none. */
export type FoundOrganization = { readonly id: string } | { readonly reason: 'unknown' | 'ambiguous' };

/** Looks up organizations by the id another system gives them, by ours, or by name; each once. */
export function createOrganizationFinder(tenant: TenantStore, options: ReadOptions) {
  const index = createOrganizationIndex(tenant);
  const lookups = new Map<string, Promise<FoundOrganization>>();
  const once = (key: string, find: () => Promise<FoundOrganization>): Promise<FoundOrganization> => {
    const known = lookups.get(key) ?? find();
    lookups.set(key, known);
    return known;
  };
  return {
    /** The organization with this id in the other system or of this platform, or the one that it was merged into. */
    byExternalId: (value: string): Promise<FoundOrganization> =>
      once(`id ${value}`, async () => {
        const externalId = parseExternalId(value, options);
        for (const id of [idByExternalId('organization', externalId, options), parseOwnId(value)]) {
          if (id === undefined) continue;
          const found =
            (await organizationById(tenant, id)) ?? (await survivorById(tenant, organizationMerges, id));
          if (found) return { id: found.id };
        }
        const [first, second] = await index.findByExternalId(externalId);
        if (first === undefined) return { reason: 'unknown' };
        return second === undefined ? { id: first.id } : { reason: 'ambiguous' };
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
