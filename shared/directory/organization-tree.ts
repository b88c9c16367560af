// Moves in the tree of organizations: one change of a parent moves everything below (docs/interface/crm.md#organization-tree).
import type { Change } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { organizationKey } from './organization-store.ts';
import { checkTreeParent, type ParentTree, type Placed } from './parent-tree.ts';

const tree: ParentTree<'organization-tree-guard'> = {
  what: 'organization',
  guardType: 'organization-tree-guard',
  guardKey: (tenant) => tenant.key('ORGANIZATION-TREE', 'GUARD'),
  key: organizationKey,
  importKind: 'organizations',
};

/** Checks the new parent of an organization (see checkTreeParent). */
export const checkParent = (tenant: TenantStore, organization: Placed, now: Date): Promise<Change[]> =>
  checkTreeParent(tenant, tree, organization, now);
