// The rules for changing roles: the caller gives only permissions they hold, and can still change settings afterwards.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { listHeldPermissions } from '../../../../shared/auth/access/step-up.ts';
import { maxRoles } from '../../../../shared/auth/access/tenant-fields.ts';
import {
  defaultRoles,
  type Permission,
  resolveRolePermissions,
  tenantAdministratorRole,
  tenantPermissionNames,
} from '../../../../shared/auth/permissions/permissions.ts';
import { describeAdministratorGap, validateRoleSet } from '../../../../shared/auth/permissions/role-sets.ts';
import { conflict, type ErrorDetail, Failure, throwIfInvalid } from '../../../../shared/errors/failure.ts';

/** Role sets by name. */
export type RoleSets = Readonly<Record<string, readonly string[]>>;

/** A role in a response. */
export type RoleView = {
  readonly name: string;
  readonly isOwn: boolean;
  readonly permissions: readonly Permission[];
};

/** The known permissions of a set, in the order in which they are documented. */
const sortPermissions = (names: readonly string[] = []): Permission[] =>
  tenantPermissionNames.filter((name) => names.includes(name));

/** A role of the tenant: its own role set, else the platform's. */
export function findRole(own: RoleSets, name: string): RoleView | undefined {
  if (Object.hasOwn(own, name)) return { name, isOwn: true, permissions: sortPermissions(own[name]) };
  if (Object.hasOwn(defaultRoles, name))
    return { name, isOwn: false, permissions: sortPermissions(defaultRoles[name]) };
  return undefined;
}

/** All roles of the tenant. */
export const allRoles = (own: RoleSets): RoleView[] =>
  [...new Set([...Object.keys(defaultRoles), ...Object.keys(own)])].flatMap(
    (name) => findRole(own, name) ?? [],
  );

/** Who changes role sets. */
export interface RoleEditor {
  readonly caller: Caller;
  /** The role sets with which the request was authorized. */
  readonly admittedBy: RoleSets;
}

/** The permission to change settings. */
const settingsPermission = 'training.settings.write';

/**
 * Asserts that the caller gives only permissions they hold, does not lock themself out, and takes nothing from the
 * administrators that they do not hold.
 *
 * Because the caller keeps the permission to change settings, the tenant never loses its last holder. Counting the
 * holders instead would read every user of the tenant.
 * @throws Failure 403 naming each permission that the caller does not hold; 409 when the caller would lose theirs
 */
function assertMayChangeRole(
  { caller, admittedBy }: RoleEditor,
  name: string,
  before: RoleSets,
  after: RoleSets,
): void {
  const had = new Set(findRole(before, name)?.permissions);
  const added = (findRole(after, name)?.permissions ?? []).filter((permission) => !had.has(permission));
  const held = listHeldPermissions(caller);
  const beyond = added.filter((permission) => !held.has(permission));
  if (beyond.length > 0)
    throw new Failure(
      'PERMISSION_DENIED',
      `You can only give permissions that you hold yourself, but you do not hold ${beyond.join(', ')}.`,
      { target: 'permissions' },
    );
  const kept = new Set(findRole(after, name)?.permissions);
  const taken = [...had].filter((permission) => !kept.has(permission) && !held.has(permission));
  if (name === tenantAdministratorRole && taken.length > 0)
    throw new Failure(
      'PERMISSION_DENIED',
      `You can only take permissions from the role ${name} that you hold yourself, but you do not hold ${taken.join(', ')}.`,
      { target: 'permissions' },
    );
  if (caller.kind === 'anonymous') return;
  const byRole = (sets: RoleSets): boolean =>
    resolveRolePermissions(caller.roles, { ...defaultRoles, ...sets }).has(settingsPermission);
  // Compared with the role sets of the authorization: the stored ones may have changed since.
  if (byRole(admittedBy) && !byRole(after))
    throw conflict(
      `With this change you would lose ${settingsPermission} yourself. Ask someone who has it through another role to make the change.`,
      'permissions',
    );
}

/**
 * Adds or replaces a role set.
 * @throws Failure 400 when the role set is invalid; 403 or 409 when the caller may not make the change
 */
export function setRole(
  before: RoleSets,
  name: string,
  permissions: readonly string[],
  editor: RoleEditor,
): { readonly roles: RoleSets; readonly role: RoleView } {
  const isNew = !Object.hasOwn(before, name);
  const details: ErrorDetail[] = [
    ...validateRoleSet(name, permissions, { role: 'name', names: 'permissions' }),
    ...(isNew && Object.keys(before).length >= maxRoles
      ? [
          {
            code: 'OUT_OF_RANGE' as const,
            message: `A tenant can have at most ${maxRoles} role sets of its own.`,
            target: 'name',
          },
        ]
      : []),
  ];
  throwIfInvalid(details);
  const role = { name, isOwn: true, permissions: sortPermissions(permissions) };
  const roles = { ...before, [name]: role.permissions };
  assertMayChangeRole(editor, name, before, roles);
  const gap = describeAdministratorGap(name, role.permissions);
  if (gap !== undefined) throw conflict(gap, 'permissions');
  return { roles, role };
}

/**
 * Removes a role set of the tenant.
 * @throws Failure 404 when the tenant has no role set of its own with this name; 403 or 409 when the caller may not
 */
export function removeRole(before: RoleSets, name: string, editor: RoleEditor): RoleSets {
  if (!Object.hasOwn(before, name))
    throw new Failure('RESOURCE_NOT_FOUND', `The tenant has no role set of its own named ${name}.`, {
      target: 'name',
    });
  const after = Object.fromEntries(Object.entries(before).filter(([other]) => other !== name));
  assertMayChangeRole(editor, name, before, after);
  return after;
}
