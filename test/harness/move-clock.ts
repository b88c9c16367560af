// Moves the clock of a tenant, as the administration of tenants does.
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { commit, listingAttributes, update } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { movedClockPosition } from '../../shared/schedule/tenant-clock.ts';

export function moveClock(tenant: TenantStore, clockOffsetSeconds: number): Promise<void> {
  const key = tenantKey(tenant);
  const listed = listingAttributes(key, movedClockPosition(tenant));
  return commit([update(key, { set: { clockOffsetSeconds, ...listed } })]);
}
