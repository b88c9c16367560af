// The rules by which a tenant administers its own users: never those of another tenant, and never the platform's role.
import { resolvePermissions } from '../../../shared/auth/access/access.ts';
import type { SubjectItem, TenantItem } from '../../../shared/auth/accounts/records.ts';
import {
  defaultRoles,
  type Permission,
  platformRole,
  resolveRolePermissions,
} from '../../../shared/auth/permissions/permissions.ts';
import { listHeldRoles } from '../../../shared/auth/permissions/role-ids.ts';
import { type ErrorDetail, Failure, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { hasPlatformRole } from '../administration/administrators.ts';
import { type GivenRole, listUnknownRole } from '../users/user.ts';

/** A user of the tenant in the interface's form. */
export const presentTenantUser = (subject: SubjectItem, settings: TenantItem) => ({
  id: subject.id,
  userName: subject.name,
  status: getStatus(subject),
  roles: listHeldRoles(subject, settings),
  ...(subject.personId !== undefined && { personId: subject.personId }),
  ...(subject.lastSignIn !== undefined && { lastSignIn: subject.lastSignIn }),
  version: subject.version,
  createdDate: subject.createdDate,
  modifiedDate: subject.modifiedDate,
});

/** A user without a password yet is invited; where an earlier version stored the access, that is not known here. */
function getStatus({ disabled, login }: SubjectItem): 'active' | 'invited' | 'disabled' {
  if (disabled) return 'disabled';
  return login === undefined || login.status === 'created' ? 'active' : 'invited';
}

/** What a caller lacks of these permissions. */
export const listMissing = (needed: ReadonlySet<Permission>, held: ReadonlySet<Permission>): Permission[] =>
  [...needed].filter((name) => !held.has(name));

/** Why a caller cannot give something with these permissions; undefined where they hold all of them. */
export function describeExcess(
  what: string,
  needed: ReadonlySet<Permission>,
  held: ReadonlySet<Permission>,
): string | undefined {
  const [missing] = listMissing(needed, held);
  return (
    missing &&
    `The ${what} includes the permission ${missing}, which you do not hold; nobody can give more than they hold.`
  );
}

/** What a role may not be given for; undefined where nothing speaks against it. */
function describeProblem(
  role: string,
  held: ReadonlySet<Permission>,
  settings: TenantItem,
): string | undefined {
  if (role === platformRole)
    return `The role ${platformRole} belongs to the platform; a tenant cannot assign it.`;
  return describeExcess(
    `role ${role}`,
    resolveRolePermissions([role], { ...defaultRoles, ...settings.roles }),
    held,
  );
}

/**
 * Why a caller cannot give these roles: the tenant does not have them, they are the platform's, or the caller does not hold
 * what they give (docs/interface/identity.md#a-tenants-users). Every way to give a role in a tenant asks this.
 */
export const listGrantProblems = (
  held: ReadonlySet<Permission>,
  given: readonly GivenRole[],
  settings: TenantItem,
): ErrorDetail[] =>
  given.flatMap(({ role, target }): ErrorDetail[] => {
    const unknown = listUnknownRole({ role, target }, settings);
    const message = unknown.length > 0 ? undefined : describeProblem(role, held, settings);
    return message === undefined ? unknown : [{ code: 'NOT_ALLOWED', message, target }];
  });

/** Asserts that a caller may give the `roles` of a request. @throws Failure 400 */
export const assertMayGrant = (
  held: ReadonlySet<Permission>,
  roles: readonly string[],
  settings: TenantItem,
): void =>
  throwIfInvalid(
    listGrantProblems(
      held,
      roles.map((role, index) => ({ role, target: `roles[${index}]` })),
      settings,
    ),
  );

/**
 * Asserts that a caller may change this user's access: the user does not administer the platform, and holds nothing that
 * the caller does not hold.
 * @throws Failure 403
 */
export function assertMayAdminister(
  held: ReadonlySet<Permission>,
  subject: SubjectItem,
  settings: TenantItem,
): void {
  if (hasPlatformRole(subject))
    throw new Failure(
      'PERMISSION_DENIED',
      'The user administers the platform; only its administrators can change them.',
    );
  const [missing] = listMissing(resolvePermissions(subject, settings), held);
  if (missing !== undefined)
    throw new Failure(
      'PERMISSION_DENIED',
      `The user holds the permission ${missing}, which you do not hold; somebody who does must change them.`,
    );
}
