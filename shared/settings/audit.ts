// The audit of settings: who changed which setting and when, written in the transaction of the change and never
// changed.
import type { Caller } from '../auth/access.ts';
import { type Change, ifAbsent, put } from '../data/changes.ts';
import type { Partition, TenantStore } from '../data/store.ts';
import type { AuditedSetting } from './audited-settings.ts';

/** A setting as presented, before or after a change. */
type SettingView = Readonly<Record<string, unknown>>;

/** A change of a setting: without `before` it was created, without `after` removed. */
export interface SettingChange {
  readonly setting: AuditedSetting;
  /** The entry of the setting: its id, or the name of a role. */
  readonly entry?: string | undefined;
  readonly before?: SettingView | undefined;
  readonly after?: SettingView | undefined;
}

/** A stored change of a setting. */
export interface AuditItem extends SettingChange {
  readonly type: 'settings-audit';
  readonly id: string;
  readonly at: string;
  readonly action: 'created' | 'changed' | 'removed';
  /** The subject who made the change, or `anonymous` without a token. */
  readonly by: string;
  /** The subject's name at the time. */
  readonly byName?: string | undefined;
}

/** All audited changes of the tenant, oldest first. */
export const settingsAudit = (tenant: TenantStore): Partition<AuditItem> =>
  tenant.partition('SETTINGS-AUDIT');
/** The sort key of an audited change. */
export const auditSort = ({ at, id }: Pick<AuditItem, 'at' | 'id'>): string => `${at}#${id}`;

/** The part of the request context that an audited change needs. */
interface AuditContext {
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
}

/** The change that audits a change of a setting: add it to the same transaction. One write. */
export function auditSettingChange(
  tenant: TenantStore,
  change: SettingChange,
  { caller, now, newId }: AuditContext,
): Change {
  const item: AuditItem = {
    ...change,
    type: 'settings-audit',
    id: newId(),
    at: now.toISOString(),
    action: change.before === undefined ? 'created' : change.after === undefined ? 'removed' : 'changed',
    by: caller.subject,
    byName: caller.kind === 'anonymous' ? undefined : caller.name,
  };
  return put(tenant.key<AuditItem>('SETTINGS-AUDIT', auditSort(item)), item, {
    condition: ifAbsent,
    onConflict: 'retry',
  });
}
