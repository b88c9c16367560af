// What an erasure of a tenant removes outside of the tenant's own items: users, clients, administrators, connections, API keys.
import { type AuditContext, auditRecordChange } from '../../../shared/audit/audit.ts';
import { type SubjectItem, subjectsByName } from '../../../shared/auth/accounts/records.ts';
import { userKey } from '../../../shared/auth/accounts/users.ts';
import { clientKey, clientsByTenant } from '../../../shared/auth/clients/clients.ts';
import { type Change, commit, remove } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { apiKeyRecord } from '../../../shared/limits/api-keys.ts';
import { listSubscribers, removeConnectionOwner } from '../../../shared/push/subscriber-connections.ts';
import { endAdministrators } from '../administration/administrators.ts';
import type { ErasedAccounts } from '../administration/erased-tenants.ts';
import { createApiKeyRegistry } from '../api-keys/registry.ts';
import { removeTenantKeys } from '../api-keys/sync-keys.ts';
import { loadFederation, releaseDomain } from '../federation/store.ts';
import { removeAccess, removeUser, replaceUser } from '../users/store.ts';
import { updateUser } from '../users/user.ts';

/** What became of a user: they could enter no other tenant, or they keep their account; or they were gone already. */
type Outcome = 'erased' | 'kept' | 'gone';

const counters = { erased: 'usersErased', kept: 'usersKept' } as const;

/** Removes a user's access to the tenant, and the user with it who can enter no other one. */
async function decideUser(
  platform: PlatformStore,
  tenant: TenantStore,
  subject: SubjectItem,
  context: AuditContext,
): Promise<{ readonly outcome: Outcome; readonly changes: readonly Change[] }> {
  const access = removeAccess(tenant, subject);
  const before = await platform.get(userKey(platform, subject.id), { consistent: true });
  if (!before) return { outcome: 'gone', changes: access };
  const tenants = before.tenants.filter((code) => code !== tenant.code);
  const { [tenant.code]: _left, ...left } = before.left ?? {};
  const isErased = tenants.length === 0;
  const change = {
    recordType: 'User',
    recordId: before.id,
    before: { tenantCode: tenant.code },
    ...(!isErased && { after: { tenantCode: null } }),
  } as const;
  return {
    outcome: isErased ? 'erased' : 'kept',
    changes: [
      ...access,
      ...(isErased
        ? removeUser(platform, before)
        : [replaceUser(platform, before, updateUser(before, { tenants, left }, context.now))]),
      auditRecordChange(platform, change, context),
    ],
  };
}

/** Counts what is erased in the transaction that erases it, so that no count is lost or made twice. */
export interface AccountProgress {
  /** The change of the run that counts one more; `accept` is called once it is committed. */
  readonly count: (what: keyof ErasedAccounts) => { readonly change: Change; readonly accept: () => void };
  readonly isInTime: () => boolean;
}

/** Removes the tenant from all users, and those users who can enter no other tenant. Returns whether none is left. */
export async function eraseUsers(
  platform: PlatformStore,
  tenant: TenantStore,
  context: AuditContext,
  { count, isInTime }: AccountProgress,
): Promise<boolean> {
  await decideAndCommit(async () => ({
    changes: [await endAdministrators(platform, tenant.code, true)],
  }));
  const users = { beginsWith: 'user#' };
  for await (const { items } of tenant.queryPages(subjectsByName(tenant), users))
    for (const subject of items) {
      if (!isInTime()) return false;
      const { counted } = await decideAndCommit(async () => {
        const { outcome, changes } = await decideUser(platform, tenant, subject, context);
        const counted = outcome === 'gone' ? undefined : count(counters[outcome]);
        return { changes: counted ? [...changes, counted.change] : changes, counted };
      });
      counted?.accept();
    }
  return true;
}

/** Removes the clients of the tenant. Returns whether none is left. */
export async function eraseClients(
  platform: PlatformStore,
  tenant: TenantStore,
  context: AuditContext,
  { count, isInTime }: AccountProgress,
): Promise<boolean> {
  const own = { beginsWith: `${tenant.code}#` };
  for await (const { items } of platform.queryPages(clientsByTenant(platform), own))
    for (const { id } of items) {
      if (!isInTime()) return false;
      const before = { tenantCode: tenant.code };
      const counted = count('clientsErased');
      await commit([
        remove(clientKey(platform, id)),
        auditRecordChange(platform, { recordType: 'Client', recordId: id, before }, context),
        counted.change,
      ]);
      counted.accept();
    }
  return true;
}

/** Removes the claims of the tenant on mail domains, which lie outside of its own items. */
export async function eraseSignInDomains(platform: PlatformStore, tenant: TenantStore): Promise<void> {
  const { domains } = await loadFederation(tenant);
  const claims = (domains?.domains ?? []).map((domain) => releaseDomain(platform, domain));
  if (claims.length > 0) await commit(claims);
}

/** Removes what says that open connections of the push channel belong to the tenant. */
export async function eraseConnections(platform: PlatformStore, tenant: TenantStore): Promise<void> {
  for (const { id } of await listSubscribers(tenant)) await commit([removeConnectionOwner(platform, id)]);
}

/** Removes the tenant's API keys from API Gateway. Without usage plans, as on the local platform, there are none. */
export async function eraseApiKeys(tenant: TenantStore): Promise<number> {
  const name = process.env.USAGE_PLANS;
  if (!name) return 0;
  // First, so that no key is named that is gone.
  await commit([remove(apiKeyRecord(tenant))]);
  return removeTenantKeys(await createApiKeyRegistry(), name, tenant.code);
}
