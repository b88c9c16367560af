// The audit of settings: the part of the audit (shared/audit) that every area writes.
import { type AuditContext, type AuditedViews, appendSettingChange } from '../audit/audit.ts';
import type { AuditedSetting } from '../audit/audited-settings.ts';
import type { Change } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';

/** A change of a setting: without `before` it was created, without `after` removed. */
export interface SettingChange extends AuditedViews {
  readonly setting: AuditedSetting;
  /** The entry of the setting: its id, or the name of a role. */
  readonly entry?: string | undefined;
}

/** The change that audits a change of a setting: add it to the same transaction. One write. */
export const auditSettingChange = (
  tenant: TenantStore,
  change: SettingChange,
  context: AuditContext,
): Change => appendSettingChange(tenant, change, context);
