// Records that a tenant's own key exists, beside the tenant: the authorizer names it only then.
import { tenantKey } from '../../../shared/auth/records.ts';
import { check, commit, commitUnlessStale, ifPresent, put, remove } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { apiKeyRecord } from '../../../shared/limits/api-keys.ts';
import type { Tier } from '../../../shared/limits/tiers.ts';

/** Records the tier whose key exists, or that none does; nothing of a tenant that is gone. */
export async function recordKey(tenant: TenantStore, tier: Tier | undefined, now: Date): Promise<void> {
  const key = apiKeyRecord(tenant);
  if (tier === undefined) return commit([remove(key)]);
  await commitUnlessStale([
    check(tenantKey(tenant), ifPresent, 'retry'),
    put(key, { type: 'tenant-api-key', tier, since: now.toISOString() }),
  ]);
}
