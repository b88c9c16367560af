// The audit of administrative changes: who changed what, when, from where, and from which value to which. A record is
// written in the transaction of its change and never changed or removed.
import { type Change, insert } from '../data/changes.ts';
import type { Partition, Store } from '../data/store.ts';
import type { AuditedRecord } from './audited-records.ts';
import type { AuditedSetting } from './audited-settings.ts';
import { boundViews } from './bound-views.ts';

/** A record as presented, before or after a change: never with a password, secret, token or hash. */
export type AuditView = Readonly<Record<string, unknown>>;

/**
 * Who makes a change: the caller of a request, or of a command (`command`, with the name of the user of the operating
 * system), or a scheduled function (`schedule`, with the function's name).
 */
export type AuditActor =
  | { readonly kind: 'anonymous'; readonly subject: string }
  | {
      readonly kind: 'user' | 'client' | 'command' | 'schedule';
      readonly subject: string;
      readonly name: string;
    };

/** The part of the context of a request, or of a command, that a record of the audit needs. */
export interface AuditContext {
  readonly caller: AuditActor;
  readonly now: Date;
  readonly newId: () => string;
  /** What was called: method and path of the endpoint, or the command. */
  readonly operation?: string;
  readonly request?: {
    readonly address: string;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** What every record says about a change. */
interface AuditFacts {
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly action: 'created' | 'changed' | 'removed';
  /** Absent in records that are older than this attribute; so are the three after the names. */
  readonly operation?: string | undefined;
  /** The subject who made the change, `command`, `schedule`, or `anonymous` without a token. */
  readonly by: string;
  /** The subject's name at the time. */
  readonly byName?: string | undefined;
  readonly byKind?: AuditActor['kind'] | undefined;
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly before?: AuditView | undefined;
  readonly after?: AuditView | undefined;
}

/** A stored change of a record. */
export interface RecordAuditItem extends AuditFacts {
  readonly type: 'audit';
  readonly recordType: AuditedRecord;
  readonly recordId: string;
}

/** A stored change of a setting. */
export interface SettingAuditItem extends AuditFacts {
  readonly type: 'settings-audit';
  readonly setting: AuditedSetting;
  /** The entry of the setting: its id, or the name of a role. */
  readonly entry?: string | undefined;
}

export type AuditItem = RecordAuditItem | SettingAuditItem;

/** A change: without `before` something was created, without `after` removed. */
export interface AuditedViews {
  readonly before?: AuditView | undefined;
  readonly after?: AuditView | undefined;
}

/** Changes of settings, oldest first. */
export const settingsAudit = (store: Store): Partition<SettingAuditItem> => store.partition('SETTINGS-AUDIT');
/** Changes of records, oldest first. */
export const recordsAudit = (store: Store): Partition<RecordAuditItem> => store.partition('AUDIT');
/** The sort key of a record. */
export const auditSort = ({ at, id }: Pick<AuditItem, 'at' | 'id'>): string => `${at}#${id}`;

const buildFacts = (
  { before, after }: AuditedViews,
  { caller, now, newId, operation, request }: AuditContext,
): AuditFacts => ({
  ...boundViews({ before, after }),
  id: newId(),
  at: now.toISOString(),
  action: before === undefined ? 'created' : after === undefined ? 'removed' : 'changed',
  operation,
  by: caller.subject,
  byName: caller.kind === 'anonymous' ? undefined : caller.name,
  byKind: caller.kind,
  address: request?.address,
  userAgent: request?.headers['user-agent']?.slice(0, 200),
});

const appendRecord = (store: Store, partition: string, item: AuditItem): Change =>
  insert(store.key<AuditItem>(partition, auditSort(item)), item);

/** The change that records a change of a record: add it to the same transaction. One write. */
export const auditRecordChange = (
  store: Store,
  change: AuditedViews & Pick<RecordAuditItem, 'recordType' | 'recordId'>,
  context: AuditContext,
): Change => {
  const { recordType, recordId } = change;
  return appendRecord(store, 'AUDIT', {
    ...buildFacts(change, context),
    type: 'audit',
    recordType,
    recordId,
  });
};

/** The change that records a change of a setting: add it to the same transaction. One write. */
export const appendSettingChange = (
  store: Store,
  change: AuditedViews & Pick<SettingAuditItem, 'setting' | 'entry'>,
  context: AuditContext,
): Change => {
  const { setting, entry } = change;
  return appendRecord(store, 'SETTINGS-AUDIT', {
    ...buildFacts(change, context),
    type: 'settings-audit',
    setting,
    entry,
  });
};
