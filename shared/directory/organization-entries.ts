// Short entries below an organization: the people who belong to it and the organizations directly below it.
//
// A record stands in one listing of the index, that by name. So who belongs to an organization is told by entries of
// about 150 bytes in its own partition, written with the record: some fifty to a read unit.
import type { Key, Partition, Position, TenantStore } from '../data/store.ts';
import type { OrganizationContent } from './organization.ts';
import { organizationSort } from './organization-store.ts';
import type { PersonContent } from './person.ts';
import { personSort } from './person-store.ts';

/** That a record belongs to an organization. */
interface EntryItem {
  readonly type: 'organization-person' | 'organization-below';
  readonly id: string;
}

/** An entry with its address. */
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

/** The entry of a person below the organization they belong to. */
export const buildPersonEntry = (
  tenant: TenantStore,
  person: PersonContent & { readonly id: string },
): OrganizationEntry | undefined =>
  buildEntry(
    tenant,
    person.organizationId,
    { type: 'organization-person', id: person.id },
    personSort(person),
  );

/** The entry of an organization below its parent. */
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
  const found: string[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(partition, { beginsWith: sortPrefixes[type], ...(after && { after }) });
    found.push(...page.items.map(({ id }) => id));
    after = page.next;
  } while (after);
  return found;
}

/** The ids of the people who belong to an organization, by name. A read unit for some fifty of them. */
export const listOrganizationPersonIds = (
  tenant: TenantStore,
  organizationId: string,
): Promise<readonly string[]> => listEntryIds(tenant, organizationId, 'organization-person');

/** The ids of the organizations directly below one, by name. A read unit for some fifty of them. */
export const listChildOrganizationIds = (
  tenant: TenantStore,
  organizationId: string,
): Promise<readonly string[]> => listEntryIds(tenant, organizationId, 'organization-below');
