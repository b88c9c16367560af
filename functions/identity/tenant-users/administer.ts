// A tenant's administration of its own users as decisions: changes to commit, and the access after them.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import type { Caller } from '../../../shared/auth/access/access.ts';
import { listHeldPermissions } from '../../../shared/auth/access/step-up.ts';
import { type SubjectItem, subjectKey, type TenantItem } from '../../../shared/auth/accounts/records.ts';
import { type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import { listHeldRoles, selectRoleIds } from '../../../shared/auth/permissions/role-ids.ts';
import { revokeAll } from '../../../shared/auth/tokens/revocation.ts';
import { type Change, check } from '../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { Failure, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { changeAdministrators } from '../administration/administrators.ts';
import { removeLostFactor } from '../second-factor/end-second-factor.ts';
import { auditUserChange } from '../users/audit.ts';
import { endTenantAccess, replaceAccess, replaceUser } from '../users/store.ts';
import { addLeftTenant, updateUser } from '../users/user.ts';
import { assertMayAdminister, assertMayGrant } from './tenant-user.ts';

/** What every decision needs to know. */
export interface Administration {
  readonly platform: PlatformStore;
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly caller: Caller;
  readonly audit: AuditContext;
  readonly ifMatch?: IfMatch | undefined;
}

interface Decision {
  readonly subject: SubjectItem;
  readonly changes: readonly Change[];
}

/** A user's access in the tenant. Users of other tenants are not found, as if they did not exist. @throws Failure 404 */
export async function requireTenantUser(tenant: TenantStore, id: string): Promise<SubjectItem> {
  const subject = await tenant.get(subjectKey(tenant, id), { consistent: true });
  if (subject?.kind !== 'user') throw notFound('user', id);
  return subject;
}

async function requireAdministered(
  { platform, tenant, settings, caller }: Administration,
  id: string,
): Promise<{ readonly user: UserItem; readonly subject: SubjectItem }> {
  const [subject, user] = await Promise.all([
    requireTenantUser(tenant, id),
    platform.get(userKey(platform, id), { consistent: true }),
  ]);
  if (!user) throw notFound('user', id);
  assertMayAdminister(listHeldPermissions(caller), subject, settings);
  return { user, subject };
}

/** An unchanged access has no new version, but If-Match is still checked. */
const leaveUnchanged = ({ tenant, ifMatch }: Administration, subject: SubjectItem): Decision => {
  if (ifMatch === undefined) return { subject, changes: [] };
  const { condition, onConflict } = ifUnchanged(subject.version, ifMatch);
  return { subject, changes: [check(subjectKey(tenant, subject.id), condition, onConflict)] };
};

function replaceSubject(
  { platform, tenant, audit, ifMatch }: Administration,
  { user, subject: before }: { readonly user: UserItem; readonly subject: SubjectItem },
  set: Partial<SubjectItem>,
): Decision {
  const modifiedDate = audit.now.toISOString();
  const after = { ...before, ...set, version: before.version + 1, modifiedDate };
  return {
    subject: after,
    changes: [
      ...replaceAccess(tenant, before, after, ifMatch),
      ...auditUserChange(platform, { before: user, after: user }, [{ tenant, before, after }], audit),
    ],
  };
}

/** Replaces the roles of a user in the tenant. @throws Failure 400, 403, 404; 409 when no administrator would be left */
export async function assignRoles(
  administration: Administration,
  id: string,
  roles: readonly string[],
): Promise<Decision> {
  const { platform, tenant, settings, caller } = administration;
  const found = await requireAdministered(administration, id);
  assertMayGrant(listHeldPermissions(caller), roles, settings);
  const after = [...new Set(roles)];
  const held = listHeldRoles(found.subject, settings);
  if (after.length === held.length && after.every((role) => held.includes(role)))
    return leaveUnchanged(administration, found.subject);
  const { subject, changes } = replaceSubject(administration, found, {
    roles: after,
    roleIds: selectRoleIds(after, settings),
  });
  const change = { userId: id, tenantCode: tenant.code, before: found.subject.roles, after };
  return { subject, changes: [...changes, ...(await changeAdministrators(platform, [change]))] };
}

/** Disables a user in the tenant, and revokes their tokens there. @throws Failure 403, 404, 409 */
export async function disableInTenant(administration: Administration, id: string): Promise<Decision> {
  const { platform, tenant, audit } = administration;
  const found = await requireAdministered(administration, id);
  if (found.subject.isSuspended) return leaveUnchanged(administration, found.subject);
  const set = { disabled: true, isSuspended: true, ...revokeAll(found.subject, audit.now) };
  const { subject, changes } = replaceSubject(administration, found, set);
  const { roles } = found.subject;
  const change = { userId: id, tenantCode: tenant.code, before: roles, after: roles, isDisabled: true };
  const listed = await changeAdministrators(platform, [change]);
  return { subject, changes: [...changes, ...listed] };
}

/** Lets a user enter the tenant again, unless the platform has disabled them. @throws Failure 403, 404 */
export async function enableInTenant(administration: Administration, id: string): Promise<Decision> {
  const found = await requireAdministered(administration, id);
  if (!found.subject.isSuspended) return leaveUnchanged(administration, found.subject);
  return replaceSubject(administration, found, { disabled: found.user.disabled, isSuspended: false });
}

/** Revokes all tokens of a user in the tenant. @throws Failure 403, 404 */
export async function endAccess(administration: Administration, id: string): Promise<Decision> {
  const found = await requireAdministered(administration, id);
  return replaceSubject(administration, found, revokeAll(found.subject, administration.audit.now));
}

/**
 * Removes the second factor of a user who lost it. Of one who may enter other tenants it would open those too.
 * @throws Failure 403, 404, 409
 */
export async function removeSecondFactor(
  administration: Administration,
  id: string,
): Promise<readonly Change[]> {
  const { platform, audit } = administration;
  const { user } = await requireAdministered(administration, id);
  if (user.tenants.length > 1)
    throw new Failure(
      'PERMISSION_DENIED',
      'The user may enter other tenants too; only an administrator of the platform can remove their second factor.',
    );
  return (await removeLostFactor(platform, user, audit)).changes;
}

/** Removes a user from the tenant; their account stays. @throws Failure 403, 404, 409 */
export async function removeUser(administration: Administration, id: string): Promise<readonly Change[]> {
  const { platform, tenant, audit, ifMatch } = administration;
  const { user: before, subject } = await requireAdministered(administration, id);
  const tenants = before.tenants.filter((code) => code !== tenant.code);
  const left = addLeftTenant(before, tenant.code, subject.revokedBefore, audit.now);
  const user = updateUser(before, { tenants, left }, audit.now);
  const change = { userId: id, tenantCode: tenant.code, before: subject.roles, after: [] };
  return [
    replaceUser(platform, before, user),
    ...endTenantAccess(tenant, subject, audit.now, ifMatch),
    ...(await changeAdministrators(platform, [change])),
    ...auditUserChange(platform, { before, after: user }, [{ tenant, before: subject }], audit),
  ];
}
