// Managers in training: they decide approval steps whose approver is the member's manager.

import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import {
  type OrganizationItem,
  organizationKey,
} from '../../../../shared/directory/organizations/organization-store.ts';
import { type PersonItem, personById } from '../../../../shared/directory/people/person-store.ts';
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../../shared/directory/record-merge/merge-record.ts';
import { mayAct } from '../../access/acting-people.ts';

/** What a manager is assigned to: a person, or an organization, for its people without a manager of their own. */
export type Managed = 'person' | 'organization';

/** A stored assignment of a manager to a person or an organization. */
export interface ManagerItem extends VersionedRecord {
  readonly type: 'manager';
  /** The id of the managed person or organization. */
  readonly id: string;
  readonly of: Managed;
  /** The id of the manager. */
  readonly managerId: string;
}

/** A manager, and what they are assigned to. */
export interface ResolvedManager {
  readonly manager: PersonItem;
  readonly of: Managed;
  /** The organization that the manager is assigned to. */
  readonly organization?: OrganizationItem | undefined;
}

export const managerKey = (tenant: TenantStore, of: Managed, id: string): Key<ManagerItem> =>
  tenant.key(of === 'person' ? `MANAGER#PERSON#${id}` : `MANAGER#ORG#${id}`, 'MANAGER');

/** What a person manages: a merge of the person with another one changes it. */
export const managedBy = (tenant: TenantStore, managerId: string): Partition<ManagerItem> =>
  tenant.listing(`MANAGED-BY#${managerId}`);

/** The sort key of an assignment among those of its manager. */
export const managedSort = ({ of, id }: Pick<ManagerItem, 'of' | 'id'>): string => `${of}#${id}`;

/** How many levels of parents are followed, so that circular parents end. */
const maxLevels = 20;

/** The assigned manager, if active and not the managed person. */
async function loadActiveManager(
  tenant: TenantStore,
  item: ManagerItem | undefined,
  personId: string | undefined,
  today: string,
): Promise<PersonItem | undefined> {
  if (!item || item.managerId === personId) return undefined;
  const manager =
    (await personById(tenant, item.managerId)) ?? (await survivorById(tenant, peopleMerges, item.managerId));
  return mayAct(manager, today) ? manager : undefined;
}

/**
 * The manager of an organization's people: its own, or else that of its parent, and so on up.
 * One round trip with two reads for each level, and one for the manager.
 *
 * @param today YYYY-MM-DD in the tenant's time zone
 * @param personId the managed person, who can't be their own manager
 */
export async function findOrganizationManager(
  tenant: TenantStore,
  organizationId: string | undefined,
  today: string,
  personId?: string,
): Promise<ResolvedManager | undefined> {
  const seen = new Set<string>();
  let next = organizationId;
  while (next !== undefined && !seen.has(next) && seen.size < maxLevels) {
    seen.add(next);
    const [item, organization] = await Promise.all([
      tenant.get(managerKey(tenant, 'organization', next), { consistent: true }),
      tenant.get(organizationKey(tenant, next)),
    ]);
    const manager = await loadActiveManager(tenant, item, personId, today);
    if (manager) return { manager, of: 'organization', organization };
    next = organization?.parentId;
  }
  return undefined;
}

/**
 * A person's manager: their own, or else that of their organization or of one above it. Never the person themself or an
 * inactive person.
 */
export async function findPersonManager(
  tenant: TenantStore,
  person: Pick<PersonItem, 'id' | 'organizationId'>,
  today: string,
): Promise<ResolvedManager | undefined> {
  const own = await tenant.get(managerKey(tenant, 'person', person.id), { consistent: true });
  const manager = await loadActiveManager(tenant, own, person.id, today);
  if (manager) return { manager, of: 'person' };
  return findOrganizationManager(tenant, person.organizationId, today, person.id);
}
