// Groups of a tenant's directory as decisions: a new one is a role without permissions, which an administrator gives it.

import { maxRoles, roleName } from '../../../../shared/auth/access/tenant-fields.ts';
import type { SubjectItem, TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import { alreadyExists, Failure, invalid, preconditionFailed } from '../../../../shared/errors/failure.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { checkRoleUnused } from '../../../../shared/settings/role-use.ts';
import { loadTenant, updateTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { isProvisionedRole, type Provisioning } from '../provisioning.ts';
import { changeMembers } from './change-members.ts';
import { computeVersion, type Group, isSameName } from './group.ts';
import type { GroupChanges } from './members.ts';
import { listHolders, loadGroups, removeGroup, saveGroup } from './store.ts';

/** The changes, and the group after them. */
interface Decision {
  readonly group: Group;
  readonly changes: readonly Change[];
}

/** @throws Failure 409 uniqueness where another group has the name */
async function assertNameIsFree(
  { tenant }: Provisioning,
  settings: TenantItem,
  displayName: string,
  role?: string,
): Promise<readonly Group[]> {
  const groups = await loadGroups(tenant, settings);
  if (groups.some((group) => group.role !== role && isSameName(group.displayName, displayName)))
    throw alreadyExists('group', 'displayName', displayName);
  return groups;
}

/** A name for the role: that of the group, where roles can have it and none has. */
function chooseRole(displayName: string, groups: readonly Group[], newId: string): string {
  const isFree = isProvisionedRole(displayName) && !groups.some(({ role }) => isSameName(role, displayName));
  return isFree && roleName.safeParse(displayName).success ? displayName : `Group ${newId.slice(0, 8)}`;
}

/** Creates a group: a role of the tenant that has no permissions yet. @throws Failure 400, 409 */
export async function createGroup(
  provisioning: Provisioning,
  input: {
    readonly displayName: string;
    readonly externalId?: string | undefined;
    readonly members: ReadonlySet<string>;
  },
): Promise<Decision> {
  const { tenant, context } = provisioning;
  const before = await loadTenant(tenant);
  const groups = await assertNameIsFree(provisioning, before, input.displayName);
  if (Object.keys(before.roles).length >= maxRoles)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `A tenant can have at most ${maxRoles} role sets of its own.`,
        target: 'displayName',
      },
    ]);
  const role = chooseRole(input.displayName, groups, context.newId());
  const roles = { ...before.roles, [role]: [] };
  const { after, change } = updateTenantSettings(tenant, before, { roles }, context.now, undefined);
  const { displayName, externalId } = input;
  const group: Group = { role, displayName, externalId, isCreated: true, stored: undefined };
  const members = { added: input.members, removed: new Set<string>() };
  const view = { name: role, isOwn: true, permissions: [] };
  return {
    group,
    changes: [
      change,
      saveGroup(tenant, after, group),
      auditSettingChange(tenant, { setting: 'Roles', entry: role, after: view }, context),
      ...(await changeMembers({ ...provisioning, settings: after }, role, members, [])),
    ],
  };
}

/** Asserts that the group with its members is as the caller read it. @throws Failure 412 */
function assertVersion({ ifMatch }: Provisioning, group: Group, holders: readonly SubjectItem[]): void {
  if (ifMatch !== undefined && !ifMatch.includes(computeVersion(group, holders))) throw preconditionFailed();
}

/** Changes the name, the external id and the members of a group in one transaction. @throws Failure 400, 403, 409, 412 */
export async function changeGroup(
  provisioning: Provisioning,
  before: Group,
  input: GroupChanges,
): Promise<Decision> {
  const { tenant, settings, ifMatch } = provisioning;
  const { role } = before;
  const needsHolders = ifMatch !== undefined || input.removed === 'all';
  const holders = needsHolders ? await listHolders(tenant, role, settings) : [];
  assertVersion(provisioning, before, holders);
  const { displayName = before.displayName, externalId = before.externalId } = input;
  const group = { ...before, displayName, externalId };
  if (!isSameName(displayName, before.displayName))
    await assertNameIsFree(provisioning, settings, displayName, role);
  const members = await changeMembers(provisioning, role, input, holders);
  const isSame =
    members.length === 0 && displayName === before.displayName && externalId === before.externalId;
  return {
    group,
    // With the members too, so that of two changes at once the second sees what the first one did.
    changes: isSame ? [] : [saveGroup(tenant, settings, group), ...members],
  };
}

/** Deletes a group that the directory created, with its role. @throws Failure 403, 409, 412 */
export async function deleteGroup(provisioning: Provisioning, group: Group): Promise<readonly Change[]> {
  const { tenant, context, ifMatch } = provisioning;
  const before = await loadTenant(tenant);
  if (ifMatch !== undefined)
    assertVersion(provisioning, group, await listHolders(tenant, group.role, before));
  if (!group.isCreated)
    throw new Failure(
      'PERMISSION_DENIED',
      `The directory did not create the group ${group.displayName}: it is a role of the tenant, which its administrators delete in its settings.`,
    );
  const { [group.role]: permissions = [], ...roles } = before.roles;
  const view = { name: group.role, isOwn: true, permissions: [...permissions] };
  return [
    updateTenantSettings(tenant, before, { roles }, context.now, undefined).change,
    await checkRoleUnused(tenant, group.role),
    removeGroup(tenant, group),
    auditSettingChange(tenant, { setting: 'Roles', entry: group.role, before: view }, context),
  ];
}
