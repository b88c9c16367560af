// The tenant that an address names, for the few endpoints that anybody may call without a header.
import type { PlatformStore, TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant-code.ts';
import { type TenantItem, tenantKey } from './records.ts';

/** A tenant's own store with its settings. */
export interface ActiveTenant {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
}

/**
 * The tenant with the code that stands in a public address: undefined alike when it is unknown, can be none, or is
 * suspended. One read. What it opens is that tenant's store and no other.
 */
export async function tenantByCode(platform: PlatformStore, text: string): Promise<ActiveTenant | undefined> {
  const code = parseTenantCode(text);
  if (!code) return undefined;
  const tenant = platform.tenant(code);
  const settings = await tenant.get(tenantKey(tenant));
  return settings?.status === 'active' ? { tenant, settings } : undefined;
}
