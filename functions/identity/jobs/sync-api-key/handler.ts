// Creates the API key by which API Gateway counts a tenant's requests, when a tenant was created or changed.
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import { apiKeyRecord } from '../../../../shared/limits/api-keys.ts';
import { parseTier } from '../../../../shared/limits/tiers.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { recordKey } from '../../api-keys/record-key.ts';
import { createApiKeyRegistry } from '../../api-keys/registry.ts';
import { assignKey } from '../../api-keys/sync-keys.ts';

/**
 * A failed call is repeated; where API Gateway takes no more keys, the tenant shares one and sweep-api-keys tries again. Without usage plans (env USAGE_PLANS), as on the local platform, there is no API Gateway
 * and nothing to do: there only the handlers count requests.
 */
export const handler = async (event: ChangeEventInput): Promise<void> => {
  const platform = process.env.USAGE_PLANS;
  if (!platform) return;
  for (const item of listChangedItems(event)) {
    if (item.partition !== 'TENANT') continue;
    const tenant = await item.tenant.get(tenantKey(item.tenant), { consistent: true });
    if (!tenant) continue;
    const tier = parseTier(tenant.tier);
    if ((await item.tenant.get(apiKeyRecord(item.tenant)))?.tier === tier) continue;
    const exists = await assignKey(await createApiKeyRegistry(), platform, { code: item.tenant.code, tier });
    if (exists) await recordKey(item.tenant, tier, new Date());
  }
};
