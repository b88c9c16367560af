// Whether a user can sign in, as decisions: disable, enable, and revoke the tokens of one tenant.
import type { AuditContext } from '../../../shared/audit/audit.ts';
import { revokeAll, updateSubject } from '../../../shared/auth/tokens/revocation.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { changeAdministrators } from '../administration/administrators.ts';
import { auditUserChange } from './audit.ts';
import { type Decision, leaveUnchanged, updateUserEverywhere } from './decision.ts';
import { checkUser, listTenantAccess, requireUser, requireUserInTenant } from './store.ts';
import { endInvitation } from './user.ts';

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
    {
      set: { disabled: true, invitation: endInvitation(before) },
      setSubject: () => ({ disabled: true }),
      endsSignIns: true,
    },
    context,
    ifMatch,
    accesses,
  );
  const listed = await changeAdministrators(
    platform,
    accesses.map(({ tenant, subject: { roles } }) => ({
      ...{ userId, tenantCode: tenant.code, before: roles, after: roles, isDisabled: true },
    })),
  );
  return { user, changes: [...changes, ...listed] };
}

/** Lets a disabled user sign in again, but for tenants that disabled them; tokens from before stay revoked. @throws Failure 404 */
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
    { set: { disabled: false }, setSubject: ({ isSuspended = false }) => ({ disabled: isSuspended }) },
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
