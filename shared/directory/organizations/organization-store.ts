// Stored organizations: keys, order and access patterns.

import type { Key, Page, Partition, TenantStore } from '../../data/store.ts';
import { type CountedList, countedList } from '../../lists/counted-list.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { OrganizationContent } from './organization.ts';

/** A stored organization. */
export type OrganizationItem = OrganizationContent & StoredRecord<'organization'>;

export const organizationKey = (tenant: TenantStore, id: string): Key<OrganizationItem> =>
  tenant.key(`ORG#${id}`, 'ORG');

/** All organizations of the tenant, ordered by name. */
export const organizationsByName = (tenant: TenantStore): Partition<OrganizationItem> =>
  tenant.listing('ORGS');

/** The same list with its count, for pages by number and an exact total. */
export const countedOrganizations = (tenant: TenantStore): CountedList<OrganizationItem> =>
  countedList<OrganizationItem>(tenant, 'ORGS');

/** The sort text of an organization in the order by name. */
export const organizationSort = (organization: OrganizationContent & { readonly id: string }): string =>
  `${foldForSort(organization.name)}#${organization.id}`;

/** The organization with this id. One read. */
export const organizationById = (tenant: TenantStore, id: string): Promise<OrganizationItem | undefined> =>
  tenant.get(organizationKey(tenant, id));

/** The organizations with these ids, in their order; one round trip per hundred. */
export const organizationsById = (
  tenant: TenantStore,
  ids: readonly string[],
): Promise<(OrganizationItem | undefined)[]> =>
  tenant.getMany(
    ids.map((id) => organizationKey(tenant, id)),
    { consistent: true },
  );

/** The organizations with this name, in any case and with or without accents. One query. */
export const organizationsWithName = (tenant: TenantStore, name: string): Promise<Page<OrganizationItem>> =>
  tenant.query(organizationsByName(tenant), { beginsWith: `${foldForSort(name)}#` });
