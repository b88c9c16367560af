// The ids of a tenant's own roles. A role that is deleted and created again gets another id, so that whoever held the
// deleted one does not hold the new one.

import type { SubjectItem, TenantItem } from '../accounts/records.ts';
import { defaultRoles, platformRole } from './permissions.ts';

/** Ids by the role's name. A role without one is older than the ids, and so are the assignments to it. */
export type RoleIds = Readonly<Record<string, number>>;

/** Whether every tenant has a role with this name; what the tenant changes about it applies to its holders. */
const isStandardRole = (role: string): boolean => role === platformRole || Object.hasOwn(defaultRoles, role);

const selectDefined = (names: readonly string[], idOf: (name: string) => number | undefined): RoleIds =>
  Object.fromEntries(
    names.flatMap((name): [string, number][] => {
      const id = isStandardRole(name) ? undefined : idOf(name);
      return id === undefined ? [] : [[name, id]];
    }),
  );

/**
 * The ids of the role sets with which a tenant gets its next version: roles that remain keep theirs, and the id of a new
 * role is that version, which no earlier role can have.
 */
export const renewRoleIds = (
  before: Pick<TenantItem, 'roles' | 'roleIds' | 'version'>,
  roles: TenantItem['roles'],
): RoleIds =>
  selectDefined(Object.keys(roles), (name) =>
    Object.hasOwn(before.roles, name) ? before.roleIds?.[name] : before.version + 1,
  );

/** The ids to store with an assignment of these roles. */
export const selectRoleIds = (roles: readonly string[], settings: Pick<TenantItem, 'roleIds'>): RoleIds =>
  selectDefined(roles, (name) => settings.roleIds?.[name]);

/** The roles of a subject, without those that were deleted since they were assigned. */
export const listHeldRoles = (
  { roles, roleIds }: Pick<SubjectItem, 'roles' | 'roleIds'>,
  settings: Pick<TenantItem, 'roles' | 'roleIds'>,
): string[] =>
  roles.filter(
    (role) =>
      isStandardRole(role) ||
      (Object.hasOwn(settings.roles, role) && roleIds?.[role] === settings.roleIds?.[role]),
  );
