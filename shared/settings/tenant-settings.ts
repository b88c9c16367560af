// Changes a tenant's own settings, in the item that every request reads, so that a change takes effect at once.
import type { AuditContext, AuditView } from '../audit/audit.ts';
import { type TenantItem, tenantKey } from '../auth/accounts/records.ts';
import { renewRoleIds } from '../auth/permissions/role-ids.ts';
import { type Change, update } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { type IfMatch, ifUnchanged } from '../http/etag.ts';
import { ok, write } from '../http/reply.ts';
import { getTierSince } from '../limits/tier-since.ts';
import { toLocalDate } from '../time/local-date.ts';
import { auditSettingChange, type SettingChange } from './audit.ts';

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

/**
 * Changes the settings of a tenant that was read as `before`, audits the change as the interface presents it, and replies
 * with the new ones.
 * @throws Failure 412 when If-Match has another version
 */
export function writeTenantSettings<V extends AuditView>(
  context: AuditContext & { readonly tenant: TenantStore; readonly ifMatch: IfMatch | undefined },
  before: TenantItem,
  settings: TenantOwnedSettings,
  {
    present,
    ...audited
  }: Pick<SettingChange, 'setting' | 'entry'> & { readonly present: (item: TenantItem) => V },
) {
  const { tenant, ifMatch, now } = context;
  const { after, change } = updateTenantSettings(tenant, before, settings, now, ifMatch);
  const view = present(after);
  const audit = auditSettingChange(tenant, { ...audited, before: present(before), after: view }, context);
  return write([change, audit], ok(view, { version: after.version }));
}
