// All tenants in turn, for the few triggered functions whose work has no moment when it is due; others find theirs in the index
// of what is due (due-tenants.ts).
import { tenantDirectory } from '../auth/accounts/records.ts';
import { openPlatformStore, openTenantStore, type TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';

/** Every tenant, by code. Read in pages, because there may be many. */
export async function* iterateTenants(): AsyncGenerator<TenantStore> {
  const platform = openPlatformStore();
  for await (const { items } of platform.queryPages(tenantDirectory(platform)))
    for (const { id } of items) {
      const code = parseTenantCode(id);
      if (code) yield openTenantStore(code);
    }
}
