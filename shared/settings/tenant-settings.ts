// Changes a tenant's own settings, in the item that every request reads, so that a change takes effect at once.

import { type TenantItem, tenantKey } from '../auth/records.ts';
import { renewRoleIds } from '../auth/role-ids.ts';
import { type Change, update } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { toLocalDate } from '../directory/local-date.ts';
import { type IfMatch, ifUnchanged } from '../http/etag.ts';
import { getTierSince } from '../limits/tier-since.ts';

/**
 * The settings a tenant changes itself. Its name, state and tier belong to the platform, whose directory has them too.
 */
type TenantOwnedSettings = Partial<
  Pick<
    TenantItem,
    'access' | 'changeRetentionDays' | 'emailsVisibleTo' | 'fiscalYearStart' | 'roles' | 'signInPolicy'
  >
>;

/** The tenant's current settings. One consistent read. */
export async function loadTenant(tenant: TenantStore): Promise<TenantItem> {
  const item = await tenant.get(tenantKey(tenant), { consistent: true });
  if (!item) throw new Error(`The tenant ${tenant.code} was admitted but no longer exists`);
  return item;
}

/** Today in the tenant's time zone, as YYYY-MM-DD. One consistent read. */
export const loadTenantDay = async (tenant: TenantStore, now: Date): Promise<string> =>
  toLocalDate((await loadTenant(tenant)).timeZone, now);

/**
 * The tenant with its settings changed, at the next version, and the change that stores it.
 * @throws Failure 412 when If-Match has another version
 */
export function updateTenantSettings(
  tenant: TenantStore,
  before: TenantItem,
  settings: TenantOwnedSettings,
  now: Date,
  ifMatch: IfMatch | undefined,
): { readonly after: TenantItem; readonly change: Change } {
  const next = {
    ...settings,
    ...(settings.roles && { roleIds: renewRoleIds(before, settings.roles) }),
    tierSince: getTierSince(before),
    version: before.version + 1,
    modifiedDate: now.toISOString(),
  };
  return {
    after: { ...before, ...next },
    change: update(tenantKey(tenant), { set: next }, ifUnchanged(before.version, ifMatch)),
  };
}
