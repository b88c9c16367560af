// Entries of records that may name a person without being listed for them: an export of all data of a person and an erasure
// look through these. Changes expire, so the feed alone would find no record that changed long ago.
import { type Change, put, remove } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { ChangeEvent } from './change-event.ts';

/** The types of such records. */
export const enteredTypes = [
  'registration',
  'certification',
  'campaign',
  'campaign-template',
  'capitol-report',
  'legislation-days',
  'report-job',
] as const;

export type EnteredType = (typeof enteredTypes)[number];

/** A record by its type and id. */
export interface RecordEntryItem {
  readonly type: 'record-entry';
  readonly recordType: EnteredType;
  readonly id: string;
}

/** All entries of a tenant, in a listing of their own so that they are read in pages. */
export const recordEntries = (tenant: TenantStore): Partition<RecordEntryItem> =>
  tenant.listing('RECORD-ENTRIES');

const entryKey = (tenant: TenantStore, type: EnteredType, id: string): Key<RecordEntryItem> =>
  tenant.key(`RECORD-ENTRY#${type}#${id}`, 'ENTRY');

/** Where the entry of a record is in its listing. */
export const recordEntrySort = ({ recordType, id }: Pick<RecordEntryItem, 'recordType' | 'id'>): string =>
  `${recordType}#${id}`;

/** What a change means for the entry of its record; undefined for other types, and for updates. */
function changeEntry(tenant: TenantStore, { type, subject: id }: ChangeEvent): Change | undefined {
  const recordType = enteredTypes.find((entered) => type.replace(/\.\w+$/, '') === entered);
  if (recordType === undefined || type.endsWith('.updated')) return undefined;
  const key = entryKey(tenant, recordType, id);
  if (type.endsWith('.removed')) return remove(key);
  const item = { type: 'record-entry', recordType, id } as const;
  return put(key, item, { listed: { listing: recordEntries(tenant), sort: recordEntrySort(item) } });
}

/** The entries after a batch of changes, in which the last change of a record counts. */
export const changeEntries = (tenant: TenantStore, events: readonly ChangeEvent[]): Change[] => [
  ...new Map(
    events.flatMap((event) => {
      const change = changeEntry(tenant, event);
      return change ? [[`${event.type.replace(/\.\w+$/, '')} ${event.subject}`, change] as const] : [];
    }),
  ).values(),
];
