// Who manages whom in training: the one who is asked where an approval step says "the member's manager".
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { type OrganizationItem, organizationKey } from '../../../shared/directory/organization-store.ts';
import { type PersonItem, personById } from '../../../shared/directory/person-store.ts';

/** Whom somebody manages: one person, or everybody of an organization who has no manager of their own. */
export type Managed = 'person' | 'organization';

/** A manager that was set, for a person or for an organization. */
export interface ManagerItem {
  readonly type: 'manager';
  /** The id of the person or organization that is managed. */
  readonly id: string;
  readonly of: Managed;
  /** The person who manages. */
  readonly managerId: string;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** Where a manager was found: set for the person, or for an organization on the way up. */
export interface ResolvedManager {
  readonly manager: PersonItem;
  readonly of: Managed;
  /** The organization it is set for. */
  readonly organization?: OrganizationItem | undefined;
}

export const managerKey = (tenant: TenantStore, of: Managed, id: string): Key<ManagerItem> =>
  tenant.key(of === 'person' ? `MANAGER#PERSON#${id}` : `MANAGER#ORG#${id}`, 'MANAGER');

/** How far up parents are followed; no association is built deeper, and a circle of parents must end. */
const maxLevels = 20;

/** The manager set there, if it is an active person other than the one managed. */
async function loadActiveManager(
  tenant: TenantStore,
  item: ManagerItem | undefined,
  personId: string | undefined,
): Promise<PersonItem | undefined> {
  if (!item || item.managerId === personId) return undefined;
  const manager = await personById(tenant, item.managerId);
  return manager && manager.isActive !== false ? manager : undefined;
}

/**
 * The manager for members of an organization: its own, else that of the one it belongs to, and so on up to the top.
 * Two reads a level, one round trip, and one for the manager found.
 *
 * @param personId who is never named: nobody manages themself
 */
export async function findOrganizationManager(
  tenant: TenantStore,
  organizationId: string | undefined,
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
    const manager = await loadActiveManager(tenant, item, personId);
    if (manager) return { manager, of: 'organization', organization };
    next = organization?.parentId;
  }
  return undefined;
}

/**
 * A person's manager and where it is set: the person's own, else the organization's, else its parent's, up to the top.
 * Never the person themself, nor somebody who is no longer active; undefined when there is nobody.
 */
export async function findPersonManager(
  tenant: TenantStore,
  person: Pick<PersonItem, 'id' | 'organizationId'>,
): Promise<ResolvedManager | undefined> {
  const own = await tenant.get(managerKey(tenant, 'person', person.id), { consistent: true });
  const manager = await loadActiveManager(tenant, own, person.id);
  if (manager) return { manager, of: 'person' };
  return findOrganizationManager(tenant, person.organizationId, person.id);
}
