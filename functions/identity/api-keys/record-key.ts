// Records that a tenant's own key exists, beside the tenant: the authorizer names it only then.
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import {
  type Condition,
  check,
  commit,
  commitUnlessStale,
  put,
  remove,
} from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { apiKeyRecord } from '../../../shared/limits/api-keys.ts';
import { type Tier, tierNames } from '../../../shared/limits/tiers.ts';

/** The tenant still has the tier; any other text than a tier stands for the default one. */
const ifTier = (tier: Tier): Condition => ({
  expression: `#tier = :tier OR (attribute_exists(pk) AND NOT #tier IN (${tierNames.map((_, index) => `:name${index}`).join(', ')}))`,
  names: { '#tier': 'tier' },
  values: { ':tier': tier, ...Object.fromEntries(tierNames.map((name, index) => [`:name${index}`, name])) },
});

/** Records the tier whose key exists, or that none does; nothing of a tenant that is gone, or has another tier by now. */
export async function recordKey(tenant: TenantStore, tier: Tier | undefined, now: Date): Promise<void> {
  const key = apiKeyRecord(tenant);
  if (tier === undefined) return commit([remove(key)]);
  await commitUnlessStale([
    check(tenantKey(tenant), ifTier(tier), 'retry'),
    put(key, { type: 'tenant-api-key', tier, since: now.toISOString() }),
  ]);
}
