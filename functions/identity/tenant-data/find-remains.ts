// The check that nothing of an erased tenant is left. It looks where the erasure did not: at the whole table and its index,
// and at the platform's lists.

import type { UserItem } from '../../../shared/auth/accounts/users.ts';
import { clientsByTenant } from '../../../shared/auth/clients/clients.ts';
import { scanItems } from '../../../shared/data/scan-items.ts';
import type { PlatformStore, Position, TenantStore } from '../../../shared/data/store.ts';
import { listConnections } from '../../../shared/push/subscriber-connections.ts';
import { isListedTenant } from '../tenants/store.ts';

/** Whether a part of a scan of the table, or of its index, has anything of the tenant; and where the next part begins. */
export async function findItems(
  tenant: TenantStore,
  of: 'table' | 'gsi1',
  after: Position | undefined,
): Promise<{ readonly found: number; readonly next: Position | undefined }> {
  const { items, next } = await scanItems(tenant, { of, after, only: [] });
  return { found: items.length, next };
}

/** Whether the platform's own lists still have the tenant. */
export async function isNamedByPlatform(platform: PlatformStore, tenant: TenantStore): Promise<boolean> {
  if (await isListedTenant(platform, tenant.code)) return true;
  const clients = await platform.query(clientsByTenant(platform), {
    ...{ beginsWith: `${tenant.code}#`, limit: 1 },
  });
  if (clients.items.length > 0) return true;
  if ((await listConnections(platform)).some((connection) => connection.tenant === tenant.code)) return true;
  for await (const { items } of platform.queryPages(platform.listing<UserItem>('USERS')))
    if (items.some(({ tenants, left }) => tenants.includes(tenant.code) || left?.[tenant.code] !== undefined))
      return true;
  return false;
}
