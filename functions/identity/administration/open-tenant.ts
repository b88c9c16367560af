// Opens the store of a tenant that the table names.
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';

/** A tenant's own store. */
export function openTenant(platform: PlatformStore, code: string): TenantStore {
  const known = parseTenantCode(code);
  if (!known) throw new Error(`The table has an invalid tenant code: ${code}`);
  return platform.tenant(known);
}
