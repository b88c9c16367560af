// Short entries of an organization: its people and its direct child organizations.
//
// A record is in one listing of the index only, the one by name. So an organization's own partition has an entry of
// about 150 bytes for each record that belongs to it, written with that record: some fifty per read unit.
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import type { PersonContent } from '../people/person.ts';
import { personSort } from '../people/person-store.ts';
import type { OrganizationContent } from './organization.ts';
import { organizationSort } from './organization-store.ts';

/** Says that a record belongs to an organization. */
interface EntryItem {
  readonly type: 'organization-person' | 'organization-below';
  readonly id: string;
  /** Whether a person is deactivated, and the first and the last day on which the person is active. */
  readonly x?: true;
  readonly af?: string;
  readonly at?: string;
}

/** An entry with its key. */
export interface OrganizationEntry {
  readonly key: Key<EntryItem>;
  readonly item: EntryItem;
}

const getPartitionName = (organizationId: string): string => `ORG#${organizationId}`;
const sortPrefixes = { 'organization-person': 'PERSON#', 'organization-below': 'BELOW#' } as const;

const buildEntry = (
  tenant: TenantStore,
  organizationId: string | undefined,
  item: EntryItem,
  sort: string,
): OrganizationEntry | undefined =>
  organizationId === undefined
    ? undefined
    : { key: tenant.key(getPartitionName(organizationId), sortPrefixes[item.type] + sort), item };

/** The entry of a person in their organization. */
export const buildPersonEntry = (
  tenant: TenantStore,
  person: PersonContent & { readonly id: string },
): OrganizationEntry | undefined =>
  buildEntry(
    tenant,
    person.organizationId,
    {
      type: 'organization-person',
      id: person.id,
      ...omitUndefined({
        x: person.isActive === false ? (true as const) : undefined,
        af: person.activeFrom,
        at: person.activeTo,
      }),
    },
    personSort(person),
  );

/** The entry of an organization in its parent. */
export const buildOrganizationEntry = (
  tenant: TenantStore,
  organization: OrganizationContent & { readonly id: string },
): OrganizationEntry | undefined =>
  buildEntry(
    tenant,
    organization.parentId,
    { type: 'organization-below', id: organization.id },
    organizationSort(organization),
  );

async function listEntryIds(
  tenant: TenantStore,
  organizationId: string,
  type: EntryItem['type'],
): Promise<readonly string[]> {
  const partition: Partition<EntryItem> = tenant.partition(getPartitionName(organizationId));
  const entries = await tenant.queryAll(partition, { beginsWith: sortPrefixes[type] });
  return entries.map(({ id }) => id);
}

/** The ids of an organization's people, by name. One read unit for some fifty of them. */
export const listOrganizationPersonIds = (
  tenant: TenantStore,
  organizationId: string,
): Promise<readonly string[]> => listEntryIds(tenant, organizationId, 'organization-person');

/** A person of an organization: the place in the order by name, and what tells whether the person is active. */
export interface OrganizationPerson extends Pick<EntryItem, 'id' | 'x' | 'af' | 'at'> {
  readonly sort: string;
}

/** The first people of an organization, by name. One read unit for some fifty of them. */
export async function listOrganizationPeople(
  tenant: TenantStore,
  organizationId: string,
  limit: number,
): Promise<readonly OrganizationPerson[]> {
  const prefix = sortPrefixes['organization-person'];
  const partition: Partition<EntryItem & { readonly sk: string }> = tenant.partition(
    getPartitionName(organizationId),
  );
  const entries = await tenant.queryAll(partition, { beginsWith: prefix, limit });
  return entries.map(({ id, x, af, at, sk }) => ({
    id,
    sort: sk.slice(prefix.length),
    ...omitUndefined({ x, af, at }),
  }));
}

/** The ids of an organization's direct child organizations, by name. One read unit for some fifty of them. */
export const listChildOrganizationIds = (
  tenant: TenantStore,
  organizationId: string,
): Promise<readonly string[]> => listEntryIds(tenant, organizationId, 'organization-below');
