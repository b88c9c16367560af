// Short entries of organizations, by name: what lists filter and sort by, about thirty per read unit.
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import { hashValue } from '../people/person-entries.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { OrganizationContent } from './organization.ts';
import { organizationSort } from './organization-store.ts';

/** The short entry of an organization; its members have short names, because there is one for each. */
export interface ListedOrganization {
  readonly type: 'organization-entry';
  readonly id: string;
  /** The place in the order by name. */
  readonly sk: string;
  readonly n: string;
  readonly t?: string;
  readonly tg?: readonly string[];
  /** Locations, as `listLocations` names them. */
  readonly l?: readonly string[];
  /** Values of custom fields, as `hashValue` shortens them. */
  readonly cf?: readonly string[];
  /** Ids of other systems, as `hashValue` shortens them. */
  readonly xi?: readonly string[];
  /** Whether the organization is inactive. */
  readonly x?: true;
  /** When it was created and last changed. */
  readonly c: string;
  readonly m: string;
}

const partitionName = 'ORGANIZATION-ENTRIES';

/** The short entry at a place in the order by name. */
export const listedOrganizationKey = (tenant: TenantStore, sort: string): Key<ListedOrganization> =>
  tenant.key(partitionName, sort);

/** All short entries, by name. */
export const listedOrganizations = (tenant: TenantStore): Partition<ListedOrganization> =>
  tenant.partition(partitionName);

/** The towns of an organization's addresses, each with its state where that is known. */
export const listLocations = ({ addresses = [] }: Pick<OrganizationContent, 'addresses'>): string[] => [
  ...new Set(
    addresses.flatMap(({ city, state }) => (city === undefined ? [] : [state ? `${city}, ${state}` : city])),
  ),
];

/** The short entry of an organization, with its key. */
export function buildListedOrganization(
  tenant: TenantStore,
  organization: OrganizationContent & { readonly id: string } & Partial<StoredRecord<'organization'>>,
): { readonly key: Key<object>; readonly item: Omit<ListedOrganization, 'sk'> } {
  const locations = listLocations(organization);
  return {
    key: tenant.key(partitionName, organizationSort(organization)),
    item: {
      type: 'organization-entry',
      id: organization.id,
      n: organization.name,
      c: organization.createdDate ?? '',
      m: organization.modifiedDate ?? '',
      ...omitUndefined({
        t: organization.organizationType,
        tg: organization.tags,
        l: locations.length === 0 ? undefined : locations,
        cf: organization.customFields?.map(({ id: fieldId, value }) => hashValue(fieldId, value)),
        xi: organization.externalIds?.map(({ scheme, identifier }) => hashValue(scheme, identifier)),
        x: organization.isActive === false ? (true as const) : undefined,
      }),
    },
  };
}
