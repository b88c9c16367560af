// The rules of roles: whoever changes one gives only what they hold, and can still change settings afterwards.
import type { Caller } from '../../../../shared/auth/access.ts';
import {
  defaultRoles,
  type Permission,
  resolveRolePermissions,
  tenantPermissionNames,
} from '../../../../shared/auth/permissions.ts';
import { validateRoleSet } from '../../../../shared/auth/role-sets.ts';
import { maxRoles } from '../../../../shared/auth/tenant-fields.ts';
import { conflict, type ErrorDetail, Failure, invalid } from '../../../../shared/errors/failure.ts';

/** Role sets by name. */
export type RoleSets = Readonly<Record<string, readonly string[]>>;

/** A role as the interface shows it. */
export type RoleView = {
  readonly name: string;
  readonly isOwn: boolean;
  readonly permissions: readonly Permission[];
};

/** The permissions of a set in the order they are documented in, each once. */
const sortPermissions = (names: readonly string[] = []): Permission[] =>
  tenantPermissionNames.filter((name) => names.includes(name));

/** One role of the tenant: its own set, else the platform's; undefined when there is neither. */
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

/** Who changes role sets, and the sets by which they were admitted to do so. */
export interface RoleEditor {
  readonly caller: Caller;
  readonly admittedBy: RoleSets;
}

/** The permission without which nobody changes settings. */
const settingsPermission = 'training.settings.write';

/**
 * Refuses a change of role sets by which the caller gives what they do not hold, or locks themself out.
 *
 * One way to change settings always stays, for the caller still has it: by a role, or granted to them directly, which no
 * role set takes away. That asks nobody else, where counting who holds what would read every user of the tenant.
 * @throws Failure 403 naming every permission that is not theirs to give; 409 when they would lose their own way
 */
function assertMayChangeRole(
  { caller, admittedBy }: RoleEditor,
  name: string,
  before: RoleSets,
  after: RoleSets,
): void {
  const had = new Set(findRole(before, name)?.permissions);
  const given = (findRole(after, name)?.permissions ?? []).filter((one) => !had.has(one));
  const beyond = given.filter((one) => !caller.permissions.has(one));
  if (beyond.length > 0)
    throw new Failure(
      'PERMISSION_DENIED',
      `Nobody gives a permission they do not hold themselves: ${beyond.join(', ')}.`,
      { target: 'permissions' },
    );
  if (caller.kind === 'anonymous') return;
  const byRole = (sets: RoleSets): boolean =>
    resolveRolePermissions(caller.roles, { ...defaultRoles, ...sets }).has(settingsPermission);
  // Asked of the sets they were admitted by: somebody else may have taken their role a moment ago.
  if (byRole(admittedBy) && !byRole(after))
    throw conflict(
      `You would lose ${settingsPermission} yourself, and with it the way to change settings back. Have somebody do it who holds it by another role.`,
      'permissions',
    );
}

/**
 * The role sets with one made or replaced, and that one.
 * @throws Failure 400 when it holds what no role can; 403, 409 when it is not the caller's to give or take
 */
export function setRole(
  before: RoleSets,
  name: string,
  permissions: readonly string[],
  editor: RoleEditor,
): { readonly roles: RoleSets; readonly role: RoleView } {
  const isNew = !Object.hasOwn(before, name);
  const faults: ErrorDetail[] = [
    ...validateRoleSet(name, permissions, { role: 'name', names: 'permissions' }),
    ...(isNew && Object.keys(before).length >= maxRoles
      ? [
          {
            code: 'OUT_OF_RANGE' as const,
            message: `A tenant may have at most ${maxRoles} role sets of its own.`,
            target: 'name',
          },
        ]
      : []),
  ];
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
  const role = { name, isOwn: true, permissions: sortPermissions(permissions) };
  const roles = { ...before, [name]: role.permissions };
  assertMayChangeRole(editor, name, before, roles);
  return { roles, role };
}

/**
 * The role sets without one of the tenant's own.
 * @throws Failure 404 when the tenant has no set of its own by this name; 403, 409 as for a change
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

/** Whether a role goes with its set: where the platform has one of the name, it stays. */
export const isCustomRole = (name: string): boolean => !Object.hasOwn(defaultRoles, name);
