// Creates the API key by which API Gateway counts a tenant's requests, when a tenant was created or changed.
import { tenantKey } from '../../../../shared/auth/records.ts';
import { parseTier } from '../../../../shared/limits/tiers.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { createApiKeyRegistry } from '../../api-keys/registry.ts';
import { assignKey } from '../../api-keys/sync-keys.ts';

/**
 * A failed call is repeated. Without usage plans (env USAGE_PLANS), as on the local platform, there is no API Gateway
 * and nothing to do: there only the handlers count requests.
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
