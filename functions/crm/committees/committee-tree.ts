// Subcommittees: a committee may be a part of another one, never of itself.
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { committeeKey } from '../../../shared/directory/committees/committee-store.ts';
import {
  checkTreeParent,
  type ParentTree,
  type Placed,
} from '../../../shared/directory/organizations/parent-tree.ts';

const tree: ParentTree<'committee-tree-guard'> = {
  what: 'committee',
  guardType: 'committee-tree-guard',
  guardKey: (tenant) => tenant.key('COMMITTEE-TREE', 'GUARD'),
  key: committeeKey,
  importKind: 'committees',
};

/** Checks the new parent of a committee (see checkTreeParent). */
export const checkCommitteeParent = (tenant: TenantStore, committee: Placed, now: Date): Promise<Change[]> =>
  checkTreeParent(tenant, tree, committee, now);
