// Moves in the tree of organizations: one change of a parent moves everything below (docs/interface/crm.md#organization-tree).
import { type Change, ifAbsent, ifVersion, put } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { invalid } from '../errors/failure.ts';
import { unknownId } from '../errors/unknown-id.ts';
import { checkNoImport } from './import-turn.ts';
import { type OrganizationItem, organizationKey } from './organization-store.ts';

/**
 * The record that every new place in the tree changes: of two moves that would only together close a cycle, the second
 * one is decided again and sees the first.
 */
interface TreeGuardItem {
  readonly type: 'organization-tree-guard';
  readonly version: number;
}

const guardKey = (tenant: TenantStore): Key<TreeGuardItem> => tenant.key('ORGANIZATION-TREE', 'GUARD');

/** An organization that gets a place in the tree. */
interface Placed {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string | undefined;
}

/**
 * Checks the new parent of an organization, and returns the changes that keep the tree free of cycles. One round trip
 * per organization above it.
 *
 * @throws Failure VALIDATION_ERROR when there is no such parent, or it is the organization itself or below it; the
 * message names the path
 */
export async function checkParent(tenant: TenantStore, organization: Placed, now: Date): Promise<Change[]> {
  if (organization.parentId === undefined) return [];
  const guard = await tenant.get(guardKey(tenant), { consistent: true });
  const path: string[] = [organization.name];
  for (let id: string | undefined = organization.parentId; id !== undefined; ) {
    if (id === organization.id) throw cycle([...path, organization.name]);
    const above: OrganizationItem | undefined = await tenant.get(organizationKey(tenant, id), {
      consistent: true,
    });
    if (!above && path.length === 1) throw invalid([unknownId('organization', id, 'parentId')]);
    path.push(above?.name ?? id);
    id = above?.parentId;
  }
  return [
    put(
      guardKey(tenant),
      { type: 'organization-tree-guard', version: (guard?.version ?? 0) + 1 },
      { condition: guard ? ifVersion(guard.version) : ifAbsent, onConflict: 'retry' },
    ),
    checkNoImport(tenant, 'organizations', now),
  ];
}

const cycle = (path: readonly string[]) =>
  invalid([
    {
      code: 'NOT_ALLOWED',
      message: `The organization would be below itself: ${path.join(' > ')}. Choose a parent that is not below it.`,
      target: 'parentId',
    },
  ]);
