// The administration of users as decisions: changes to commit, and the user after them. For HTTP, commands and the
// demo.

import { isDeepStrictEqual } from 'node:util';
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { hashPassword, validatePassword } from '../../../shared/auth/passwords.ts';
import { platformRole } from '../../../shared/auth/permissions.ts';
import { type SubjectItem, subjectKey, type TenantItem } from '../../../shared/auth/records.ts';
import { revokeAll, updateSubject } from '../../../shared/auth/revocation.ts';
import { listHeldRoles, selectRoleIds } from '../../../shared/auth/role-ids.ts';
import type { UserItem } from '../../../shared/auth/users.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { conflict, invalid, notFound, throwIfInvalid } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import {
  addAdministrators,
  endAdministrators,
  hasPlatformRole,
  isSameHolder,
  type RoleHolder,
} from '../administrators.ts';
import { openTenant } from '../open-tenant.ts';
import { requireTenant } from '../tenants/store.ts';
import { auditUserChange } from './audit.ts';
import {
  checkUser,
  insertAccess,
  insertUser,
  listTenantAccess,
  removeAccess,
  replaceAccess,
  replaceUser,
  requireUser,
  type TenantAccess,
} from './store.ts';
import {
  addLeftTenant,
  addTenant,
  assertRolesExist,
  buildUser,
  buildUserAccess,
  updateUser,
} from './user.ts';

/** The changes, and the user after them. */
export interface Decision {
  readonly user: UserItem;
  readonly changes: readonly Change[];
}

/** Roles of a user in one tenant. */
export interface TenantAssignment {
  readonly tenantCode: string;
  readonly roles: readonly string[];
  readonly personId?: string | undefined;
}

/** The input of a new user. */
export interface UserInput {
  readonly userName: string;
  readonly email?: string | undefined;
  /** Without a password the user cannot sign in until one is set or an invitation is accepted. */
  readonly password?: string | undefined;
  readonly invitation?: UserItem['invitation'];
  readonly assignments?: readonly TenantAssignment[] | undefined;
}

/**
 * Hashes a valid new password.
 * @throws Failure 400 with every rule that it violates
 */
async function hashNewPassword(password: string, userName: string): Promise<string> {
  throwIfInvalid(await validatePassword(password, userName));
  return hashPassword(password);
}

/** The decision that changes nothing: no new version, but If-Match is still checked. */
const leaveUnchanged = (platform: PlatformStore, user: UserItem, ifMatch: IfMatch | undefined): Decision => ({
  user,
  changes: ifMatch === undefined ? [] : [checkUser(platform, user, ifMatch)],
});

/** Whether the assignment would not change the user's access. */
const isSameAssignment = (
  access: SubjectItem | undefined,
  { roles, personId }: Pick<TenantAssignment, 'roles' | 'personId'>,
  settings: TenantItem,
): boolean =>
  access !== undefined &&
  (personId === undefined || personId === access.personId) &&
  isDeepStrictEqual([...new Set(roles)], listHeldRoles(access, settings));

/** Creates a user with access to tenants. @throws Failure 400, 404, 409 */
export async function registerUser(
  platform: PlatformStore,
  id: string,
  creation: UserInput,
  context: AuditContext,
): Promise<Decision> {
  const { password, invitation, assignments = [] } = creation;
  const { now } = context;
  const bare = buildUser(id, creation, now);
  const passwordHash =
    password === undefined ? undefined : await hashNewPassword(password, creation.userName);
  const changes: Change[] = [];
  const accesses: { readonly tenant: TenantStore; readonly after: SubjectItem }[] = [];
  let user: UserItem = {
    ...bare,
    ...(passwordHash !== undefined && { passwordHash }),
    ...(invitation && { invitation }),
  };
  for (const [index, { tenantCode, roles, personId }] of assignments.entries()) {
    const settings = await requireTenant(platform, tenantCode);
    assertRolesExist(roles, settings, `assignments[${index}].roles`);
    const tenants = addTenant(user, settings.id);
    if (tenants === user.tenants)
      throw invalid([
        {
          code: 'DUPLICATE_VALUE',
          message: `The tenant ${settings.id} is named twice.`,
          target: `assignments[${index}].tenantCode`,
        },
      ]);
    user = { ...user, tenants };
    const tenant = openTenant(platform, settings.id);
    const after = buildUserAccess(bare, settings, roles, personId, now);
    changes.push(...insertAccess(tenant, after));
    accesses.push({ tenant, after });
  }
  const administrators = accesses.filter(({ after }) => hasPlatformRole(after));
  const listed = await addAdministrators(
    platform,
    administrators.map(({ tenant }) => ({ userId: id, tenantCode: tenant.code })),
  );
  const audit = auditUserChange(platform, { after: user }, accesses, context);
  return { user, changes: [...insertUser(platform, user), ...changes, ...listed, ...audit] };
}

/** Sets a user's roles in a tenant. @throws Failure 400, 404, 409 */
export async function assignUserToTenant(
  platform: PlatformStore,
  userId: string,
  { tenantCode, roles, personId }: TenantAssignment,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const { now } = context;
  const before = await requireUser(platform, userId);
  const settings = await requireTenant(platform, tenantCode);
  assertRolesExist(roles, settings);
  const tenant = openTenant(platform, settings.id);
  const access = await tenant.get(subjectKey(tenant, userId), { consistent: true });
  if (isSameAssignment(access, { roles, personId }, settings))
    return leaveUnchanged(platform, before, ifMatch);
  const user = updateUser(before, { tenants: addTenant(before, settings.id) }, now);
  const after = access
    ? {
        ...access,
        roles: [...new Set(roles)],
        roleIds: selectRoleIds(roles, settings),
        ...(personId !== undefined && { personId }),
        version: access.version + 1,
        modifiedDate: now.toISOString(),
      }
    : buildUserAccess(before, settings, roles, personId, now);
  return {
    user,
    changes: [
      replaceUser(platform, before, user, ifMatch),
      ...(access ? replaceAccess(tenant, access, after) : insertAccess(tenant, after)),
      ...(await listRoleChange(platform, { userId, tenantCode: settings.id }, access, roles)),
      ...auditUserChange(platform, { before, after: user }, [{ tenant, before: access, after }], context),
    ],
  };
}

/** The change of the list of administrators when a user gets or loses the platform's role in a tenant. */
async function listRoleChange(
  platform: PlatformStore,
  holder: RoleHolder,
  before: SubjectItem | undefined,
  roles: readonly string[],
): Promise<Change[]> {
  const isHolder = roles.includes(platformRole);
  if (isHolder === hasPlatformRole(before)) return [];
  return isHolder
    ? addAdministrators(platform, [holder])
    : [await endAdministrators(platform, (other) => isSameHolder(other, holder), true)];
}

/** Removes a user from a tenant; their tokens there become invalid. @throws Failure 404 */
export async function removeUserFromTenant(
  platform: PlatformStore,
  userId: string,
  tenantCode: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const { now } = context;
  const { before, access } = await requireUserInTenant(platform, userId, tenantCode);
  const tenants = before.tenants.filter((code) => code !== access.tenant.code);
  const left = addLeftTenant(before, access.tenant.code, access.subject.revokedBefore, now);
  const user = updateUser(before, { tenants, left }, now);
  const holder = { userId: user.id, tenantCode: access.tenant.code };
  return {
    user,
    changes: [
      replaceUser(platform, before, user, ifMatch),
      ...removeAccess(access.tenant, access.subject),
      ...(await listRoleChange(platform, holder, access.subject, [])),
      ...auditUserChange(
        platform,
        { before, after: user },
        [{ tenant: access.tenant, before: access.subject }],
        context,
      ),
    ],
  };
}

/** Records a change to a user for the platform and all of their tenants. */
const auditEverywhere = (
  platform: PlatformStore,
  before: UserItem,
  after: UserItem,
  accesses: readonly TenantAccess[],
  context: AuditContext,
): Change[] =>
  auditUserChange(
    platform,
    { before, after },
    accesses.map(({ tenant, subject }) => ({ tenant, before: subject, after: subject })),
    context,
  );

/** Updates a user and, in the same transaction, their access in every tenant. */
async function updateUserEverywhere(
  platform: PlatformStore,
  before: UserItem,
  setUser: Partial<UserItem>,
  setSubject: (subject: SubjectItem) => Partial<SubjectItem>,
  context: AuditContext,
  ifMatch: IfMatch | undefined,
  known?: readonly TenantAccess[],
): Promise<Decision> {
  const { now } = context;
  const user = updateUser(before, setUser, now);
  const accesses = known ?? (await listTenantAccess(platform, before));
  return {
    user,
    changes: [
      replaceUser(platform, before, user, ifMatch),
      ...accesses.map(({ tenant, subject }) => updateSubject(tenant, subject, setSubject(subject), now)),
      ...auditEverywhere(platform, before, user, accesses, context),
    ],
  };
}

/** Sets a password, which ends an open invitation and revokes all tokens of the user. @throws Failure 400, 404 */
export async function changePassword(
  platform: PlatformStore,
  userId: string,
  password: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const before = await requireUser(platform, userId);
  const passwordHash = await hashNewPassword(password, before.userName);
  return updateUserEverywhere(
    platform,
    before,
    { passwordHash, invitation: undefined },
    (subject) => revokeAll(subject, context.now),
    context,
    ifMatch,
  );
}

/** Disables a user: sign-in fails and all tokens are revoked. @throws Failure 404 */
export async function disableUserAccess(
  platform: PlatformStore,
  userId: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const before = await requireUser(platform, userId);
  if (before.disabled) return leaveUnchanged(platform, before, ifMatch);
  const accesses = await listTenantAccess(platform, before);
  const { user, changes } = await updateUserEverywhere(
    platform,
    before,
    { disabled: true, invitation: undefined },
    (subject) => ({ disabled: true, ...revokeAll(subject, context.now) }),
    context,
    ifMatch,
    accesses,
  );
  const isAdministrator = accesses.some(({ subject }) => hasPlatformRole(subject));
  const listed = isAdministrator
    ? [await endAdministrators(platform, (holder) => holder.userId === userId, false)]
    : [];
  return { user, changes: [...changes, ...listed] };
}

/** Lets a disabled user sign in again; tokens from before stay revoked. @throws Failure 404 */
export async function enableUserAccess(
  platform: PlatformStore,
  userId: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const before = await requireUser(platform, userId);
  if (!before.disabled) return leaveUnchanged(platform, before, ifMatch);
  return updateUserEverywhere(
    platform,
    before,
    { disabled: false },
    () => ({ disabled: false }),
    context,
    ifMatch,
  );
}

/** Revokes all tokens of a user in one tenant. @throws Failure 404 */
export async function revokeUserTokens(
  platform: PlatformStore,
  userId: string,
  tenantCode: string,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const { now } = context;
  const { before, access } = await requireUserInTenant(platform, userId, tenantCode);
  const { tenant, subject } = access;
  return {
    user: before,
    changes: [
      ...(ifMatch === undefined ? [] : [checkUser(platform, before, ifMatch)]),
      updateSubject(tenant, subject, revokeAll(subject, now), now),
      ...auditUserChange(
        platform,
        { before, after: before },
        [{ tenant, before: subject, after: subject }],
        context,
      ),
    ],
  };
}

/** Replaces the invitation of a user without a password: the earlier token becomes invalid. @throws Failure 404, 409 */
export async function replaceInvitation(
  platform: PlatformStore,
  userId: string,
  invitation: NonNullable<UserItem['invitation']>,
  context: AuditContext,
  ifMatch?: IfMatch,
): Promise<Decision> {
  const before = await requireUser(platform, userId);
  if (before.passwordHash !== undefined)
    throw conflict(`${before.userName} already has a password and needs no invitation.`, 'id');
  if (before.disabled) throw conflict(`${before.userName} is disabled; enable the user first.`, 'id');
  const user = updateUser(before, { invitation }, context.now);
  const accesses = await listTenantAccess(platform, before);
  return {
    user,
    changes: [
      replaceUser(platform, before, user, ifMatch),
      ...auditEverywhere(platform, before, user, accesses, context),
    ],
  };
}

async function requireUserInTenant(platform: PlatformStore, userId: string, tenantCode: string) {
  const before = await requireUser(platform, userId);
  const code = tenantCode.trim().toLowerCase();
  const accesses = await listTenantAccess(platform, {
    ...before,
    tenants: before.tenants.filter((tenantCode) => tenantCode === code),
  });
  const [access] = accesses;
  if (!access) throw notFound(`user in the tenant ${code}`, userId);
  return { before, access };
}

/** Sets the password that an invited user has chosen, which ends the invitation. @throws Failure 400 */
export async function completeInvitation(
  platform: PlatformStore,
  before: UserItem,
  password: string,
  context: Omit<AuditContext, 'caller'>,
): Promise<Decision> {
  const passwordHash = await hashNewPassword(password, before.userName);
  const user = updateUser(before, { passwordHash, invitation: undefined }, context.now);
  const accesses = await listTenantAccess(platform, before);
  const caller = { kind: 'user', subject: user.id, name: user.userName } as const;
  return {
    user,
    changes: [
      replaceUser(platform, before, user),
      ...auditEverywhere(platform, before, user, accesses, { ...context, caller }),
    ],
  };
}
