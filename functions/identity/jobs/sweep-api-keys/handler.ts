// Synchronizes API Gateway's keys with the tenants: missing keys are created, unused ones removed.
import { tenantKey } from '../../../../shared/auth/records.ts';
import { hasNewTier } from '../../../../shared/limits/api-keys.ts';
import { parseTier } from '../../../../shared/limits/tiers.ts';
import { iterateTenants } from '../../../../shared/platform/iterate-tenants.ts';
import { createApiKeyRegistry } from '../../api-keys/registry.ts';
import { type KeyedTenant, sweepKeys } from '../../api-keys/sync-keys.ts';

async function* iterateKeyedTenants(now: Date): AsyncGenerator<KeyedTenant> {
  for await (const store of iterateTenants()) {
    const tenant = await store.get(tenantKey(store), { consistent: true });
    if (tenant)
      yield {
        code: store.code,
        tier: parseTier(tenant.tier),
        hasNewTier: hasNewTier(tenant, now),
      };
  }
}

/** Without usage plans (env USAGE_PLANS), as on the local platform, there is nothing to do. */
export const handler = async (): Promise<void> => {
  const platform = process.env.USAGE_PLANS;
  if (!platform) return;
  const { created, removed } = await sweepKeys(await createApiKeyRegistry(), platform, () =>
    iterateKeyedTenants(new Date()),
  );
  console.log(JSON.stringify({ level: 'info', function: 'sweep-api-keys', created, removed }));
};
