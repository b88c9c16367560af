// Stored settings of bill tracking: one item per tenant, absent while the tenant uses the defaults.
import { type Change, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { type BillSettings, type BillSettingsItem, defaultSettings } from './bill-settings.ts';

const settingsKey = (tenant: TenantStore): Key<BillSettingsItem> => tenant.key('BILL-SETTINGS', 'SETTINGS');

/** The stored settings, if there are any. One read. */
export const loadStoredBillSettings = (
  tenant: TenantStore,
  options?: { readonly consistent?: boolean },
): Promise<BillSettingsItem | undefined> => tenant.get(settingsKey(tenant), options);

/** The stored settings, or the defaults. One read. */
export const loadBillSettings = async (tenant: TenantStore): Promise<BillSettings> =>
  (await loadStoredBillSettings(tenant)) ?? defaultSettings;

/** Replaces the settings that were read as `before`. */
export const replaceSettings = (
  tenant: TenantStore,
  before: BillSettingsItem | undefined,
  after: BillSettingsItem,
  ifMatch?: IfMatch,
): Change => put(settingsKey(tenant), after, ifUnchangedOrAbsent(before, ifMatch));
