// The audit of settings: who changed which one and when, written in the transaction of the change and never touched again.
import type { Caller } from '../auth/access.ts';
import { type Change, ifAbsent, put } from '../data/changes.ts';
import type { Partition, TenantStore } from '../data/store.ts';
import type { AuditedSetting } from './audited-settings.ts';

/** A setting as the interface shows it, before or after a change. */
type SettingView = Readonly<Record<string, unknown>>;

/** A change of a setting: made when there is no before, removed when there is no after. */
export interface SettingChange {
  readonly setting: AuditedSetting;
  /** Which entry of the setting's list: its id, or the name of a role. */
  readonly entry?: string | undefined;
  readonly before?: SettingView | undefined;
  readonly after?: SettingView | undefined;
}

/** A change of a setting as the table keeps it. */
export interface AuditItem extends SettingChange {
  readonly type: 'settings-audit';
  readonly id: string;
  readonly at: string;
  readonly action: 'created' | 'changed' | 'removed';
  /** The subject who did it, or `anonymous` where the tenant takes writes without a token. */
  readonly by: string;
  /** The subject's name then. */
  readonly byName?: string | undefined;
}

/** All audited changes of the tenant, the oldest first. */
export const settingsAudit = (tenant: TenantStore): Partition<AuditItem> =>
  tenant.partition('SETTINGS-AUDIT');
/** Where an audited change stands among all. */
export const auditSort = ({ at, id }: Pick<AuditItem, 'at' | 'id'>): string => `${at}#${id}`;

/** Who changes, when, and where the ids come from: a rule's context has all three. */
interface AuditContext {
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
}

/** Has a change of a setting audited: add it to the transaction that makes the change. One write. */
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
    otherwise: 'decide again',
  });
}
