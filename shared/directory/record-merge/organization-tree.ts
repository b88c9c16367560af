// Moves in the tree of organizations: one change of a parent moves everything below (docs/interface/crm.md#organization-tree).
import type { Change } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { organizationKey } from '../organizations/organization-store.ts';
import {
  checkTreeParent,
  guardTree,
  listAbove,
  type ParentTree,
  type Placed,
} from '../organizations/parent-tree.ts';
import { organizationMerges } from './merge-kind.ts';
import { survivorById } from './merge-record.ts';

const tree: ParentTree<'organization-tree-guard'> = {
  what: 'organization',
  guardType: 'organization-tree-guard',
  guardKey: (tenant) => tenant.key('ORGANIZATION-TREE', 'GUARD'),
  key: organizationKey,
  survivor: (tenant, id) => survivorById(tenant, organizationMerges, id),
  importKind: 'organizations',
};

/** Checks the new parent of an organization (see checkTreeParent). */
export const checkParent = (tenant: TenantStore, organization: Placed, now: Date): Promise<Change[]> =>
  checkTreeParent(tenant, tree, organization, now);

/** The organizations above one, the nearest first, up to the organization `until`. One round trip for each. */
export const listOrganizationsAbove = (
  tenant: TenantStore,
  organization: Pick<Placed, 'parentId'>,
  until: string,
): Promise<readonly Placed[]> => listAbove(tenant, tree, organization, until);

/** The changes that let decisions about the tree follow one another (see guardTree). */
export const guardOrganizationTree = (tenant: TenantStore, now: Date): Promise<Change[]> =>
  guardTree(tenant, tree, now);
