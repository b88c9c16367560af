// Stored groups of a tenant's directory, and the users who hold their roles.
import {
  type SubjectItem,
  subjectsByName,
  type TenantItem,
} from '../../../../shared/auth/accounts/records.ts';
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { filterHolders, type Group, listGroups, type ProvisionedGroupItem } from './group.ts';

const partitionName = 'PROVISIONED-GROUPS';

const groupKey = (tenant: TenantStore, role: string): Key<ProvisionedGroupItem> =>
  tenant.key(partitionName, role);

/** All groups of the tenant, by role. */
export const loadGroups = async (tenant: TenantStore, settings: TenantItem): Promise<readonly Group[]> =>
  listGroups(
    settings,
    await tenant.queryAll(tenant.partition<ProvisionedGroupItem>(partitionName), { consistent: true }),
  );

/** @throws Failure 404 */
export async function requireGroup(tenant: TenantStore, settings: TenantItem, id: string): Promise<Group> {
  const item = await tenant.get(groupKey(tenant, id), { consistent: true });
  const group = listGroups(settings, item ? [item] : []).find(({ role }) => role === id);
  if (!group) throw notFound('group', id);
  return group;
}

/** The users of the tenant who hold a role. */
export const listHolders = async (
  tenant: TenantStore,
  role: string,
  settings: TenantItem,
): Promise<readonly SubjectItem[]> =>
  filterHolders(await tenant.queryAll(subjectsByName(tenant), { beginsWith: 'user#' }), role, settings);

/** Stores what the directory says of a role; of two changes at once the second is decided again. */
export const saveGroup = (
  tenant: TenantStore,
  settings: Pick<TenantItem, 'roleIds'>,
  { role, displayName, externalId, isCreated, stored }: Group,
): Change =>
  put(
    groupKey(tenant, role),
    {
      type: 'provisioned-group',
      id: role,
      roleId: settings.roleIds?.[role],
      ...{ displayName, externalId, isCreated },
      version: (stored?.version ?? 0) + 1,
    },
    ifUnchangedOrAbsent(stored, undefined),
  );

/** Removes what the directory says of a role. */
export const removeGroup = (tenant: TenantStore, { role }: Group): Change => remove(groupKey(tenant, role));
