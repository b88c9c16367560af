// Where the settings of bill tracking are kept: one item per tenant, absent as long as the defaults hold.
import { type Change, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { type BillSettings, type BillSettingsItem, defaultSettings } from './bill-settings.ts';

const settingsKey = (tenant: TenantStore): Key<BillSettingsItem> => tenant.key('BILL-SETTINGS', 'SETTINGS');

/** The settings as they were last written, if they ever were. One read. */
export const loadStoredBillSettings = (
  tenant: TenantStore,
  options?: { readonly consistent?: boolean },
): Promise<BillSettingsItem | undefined> => tenant.get(settingsKey(tenant), options);

/** The settings that hold. One read. */
export const loadBillSettings = async (tenant: TenantStore): Promise<BillSettings> =>
  (await loadStoredBillSettings(tenant)) ?? defaultSettings;

/** Writes settings over what was read as `before`. */
export const replaceSettings = (
  tenant: TenantStore,
  before: BillSettingsItem | undefined,
  after: BillSettingsItem,
  ifMatch?: IfMatch,
): Change => put(settingsKey(tenant), after, ifUnchangedOrAbsent(before, ifMatch));
