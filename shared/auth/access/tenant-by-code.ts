// Finds the tenant named in a URL, for the few endpoints that anyone may call without a header.
import type { PlatformStore, TenantStore } from '../../data/store.ts';
import { parseTenantCode } from '../../data/tenant/tenant-code.ts';
import { type TenantItem, tenantKey } from '../accounts/records.ts';
import { nameOpenMerges } from './name-open-merges.ts';

/** An active tenant's store with its settings. */
export interface ActiveTenant {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
}

/**
 * The active tenant with this code; undefined when it is invalid, unknown or suspended. One read.
 */
export async function tenantByCode(platform: PlatformStore, text: string): Promise<ActiveTenant | undefined> {
  const code = parseTenantCode(text);
  if (!code) return undefined;
  const tenant = platform.tenant(code);
  const settings = await tenant.get(tenantKey(tenant));
  return settings?.status === 'active' ? { tenant: nameOpenMerges(tenant, settings), settings } : undefined;
}
