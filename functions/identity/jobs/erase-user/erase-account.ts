// The end of the account of a person who is erased in a tenant: the tenant's part of it, and all of it where the user can
// enter no other tenant.
import { randomUUID } from 'node:crypto';
import { type AuditContext, auditRecordChange } from '../../../../shared/audit/audit.ts';
import { userKey } from '../../../../shared/auth/accounts/users.ts';
import { commit, remove } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { endGrants } from '../../connect/grants/end-grants.ts';
import { endSession } from '../../sessions/end-session.ts';
import { endIssuedToken, tokensByUser } from '../../sessions/issued-tokens.ts';
import { sessionsByUser } from '../../sessions/store.ts';
import { removeUser, replaceUser } from '../../users/store.ts';
import { addLeftTenant, updateUser } from '../../users/user.ts';

/** Takes the tenant from the user, or removes the user. Returns whether the whole account is gone. */
async function endUser(
  platform: PlatformStore,
  tenant: TenantStore,
  userId: string,
  context: AuditContext,
): Promise<boolean> {
  const { isGone } = await decideAndCommit(async () => {
    const before = await platform.get(userKey(platform, userId), { consistent: true });
    if (!before) return { changes: [], isGone: true };
    const tenants = before.tenants.filter((code) => code !== tenant.code);
    const isGone = tenants.length === 0;
    if (!isGone && tenants.length === before.tenants.length) return { changes: [], isGone };
    const left = addLeftTenant(before, tenant.code, 0, context.now);
    const change = {
      recordType: 'User',
      recordId: userId,
      before: { tenantCode: tenant.code },
      ...(!isGone && { after: { tenantCode: null } }),
    } as const;
    return {
      changes: [
        ...(isGone
          ? removeUser(platform, before)
          : [replaceUser(platform, before, updateUser(before, { tenants, left }, context.now))]),
        auditRecordChange(platform, change, context),
      ],
      isGone,
    };
  });
  return isGone;
}

/** Ends the account with its sessions, grants and consents. Every step may be repeated. */
export async function eraseAccount(
  platform: PlatformStore,
  tenant: TenantStore,
  userId: string,
  now: Date,
): Promise<void> {
  const context = {
    caller: { kind: 'schedule', subject: 'schedule', name: 'erase-user' },
    now,
    newId: randomUUID,
  } as const;
  const isGone = await endUser(platform, tenant, userId, context);
  // What the tenant's provider has begun reaches this tenant alone.
  for (const session of await sessionsByUser(platform, userId))
    if (isGone || session.providerTenant === tenant.code)
      await commit(await endSession(platform, session, context));
  for (const token of await tokensByUser(platform, userId))
    if (isGone || token.tenantCode === tenant.code) await commit(endIssuedToken(platform, token));
  await endGrants(platform, userId, isGone ? undefined : tenant.code, now);
  if (isGone) await commit([remove(platform.key(`USER#${userId}`, 'EMAIL-CHANGE'))]);
}
