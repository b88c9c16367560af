// Gives a tenant that was made or changed the API key by which API Gateway counts its requests.
import { tenantKey } from '../../../../shared/auth/records.ts';
import { parseTier } from '../../../../shared/limits/tiers.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { createApiKeyRegistry } from '../../api-keys/registry.ts';
import { assignKey } from '../../api-keys/sync-keys.ts';

/**
 * What fails is called again. Without usage plans (env USAGE_PLANS), as on a laptop, there is no API Gateway and nothing
 * to do: the gateway there keeps no count of requests but what the handlers themselves count.
 */
export const handler = async (event: ChangeEventInput): Promise<void> => {
  const platform = process.env.USAGE_PLANS;
  if (!platform) return;
  for (const item of listChangedItems(event)) {
    if (item.partition !== 'TENANT') continue;
    const tenant = await item.tenant.get(tenantKey(item.tenant), { consistent: true });
    if (!tenant) continue;
    await assignKey(await createApiKeyRegistry(), platform, {
      code: item.tenant.code,
      tier: parseTier(tenant.tier),
    });
  }
};
