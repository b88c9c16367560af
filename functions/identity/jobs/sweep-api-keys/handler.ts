// Synchronizes API Gateway's keys with the tenants: missing keys are created, unused ones removed.
import { setTimeout as sleep } from 'node:timers/promises';
import { type TenantItem, tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { readMany, type TenantStore } from '../../../../shared/data/store.ts';
import { type ApiKeyItem, apiKeyRecord, hasNewTier } from '../../../../shared/limits/api-keys.ts';
import { parseTier } from '../../../../shared/limits/tiers.ts';
import { iterateTenants } from '../../../../shared/platform/iterate-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { recordKey } from '../../api-keys/record-key.ts';
import { createApiKeyRegistry } from '../../api-keys/registry.ts';
import { type KeyedTenant, sweepKeys } from '../../api-keys/sync-keys.ts';

/** The milliseconds that must be left to create another key. */
const TIME_FOR_KEY = 10_000;
/** The tenants whose items are read in one round trip, two of each. */
const PAGE = 50;

async function readTenants(stores: readonly TenantStore[], now: Date): Promise<KeyedTenant[]> {
  const items = await readMany<TenantItem | ApiKeyItem>(
    stores.flatMap((store) => [tenantKey(store), apiKeyRecord(store)]),
    { consistent: true },
  );
  return stores.flatMap((store, index) => {
    const [tenant, record] = items.slice(index * 2, index * 2 + 2);
    if (tenant?.type !== 'tenant') return [];
    return {
      store,
      code: store.code,
      tier: parseTier(tenant.tier),
      hasNewTier: hasNewTier(tenant, now),
      record: record?.type === 'tenant-api-key' ? record : undefined,
    };
  });
}

async function* iterateKeyedTenants(now: Date): AsyncGenerator<KeyedTenant> {
  let page: TenantStore[] = [];
  for await (const store of iterateTenants()) {
    page.push(store);
    if (page.length < PAGE) continue;
    yield* await readTenants(page, now);
    page = [];
  }
  yield* await readTenants(page, now);
}

/** Without usage plans (env USAGE_PLANS), as on the local platform, there is nothing to do. */
export const handler = async (_event?: unknown, context?: RemainingTime): Promise<void> => {
  const platform = process.env.USAGE_PLANS;
  if (!platform) return;
  const now = new Date();
  const report = await sweepKeys({
    registry: await createApiKeyRegistry(),
    platform,
    tenants: () => iterateKeyedTenants(now),
    recordKey: (store, tier) => recordKey(store, tier, new Date()),
    hasTime: createTimeCheck(context, TIME_FOR_KEY),
    // API Gateway creates five keys a second.
    pause: () => sleep(1000),
  });
  console.log(JSON.stringify({ level: 'info', function: 'sweep-api-keys', ...report }));
};
