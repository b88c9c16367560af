// Notes on a bill, which only the tenant's own users read.

import type { Caller } from '../../../../shared/auth/access.ts';
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import { pick } from '../../../../shared/data/pick.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { callerName } from '../../caller.ts';

/** A note as stored, in the partition of its bill, ordered by time. */
interface NoteItem extends VersionedRecord {
  readonly type: 'bill-note';
  readonly id: string;
  readonly billId: string;
  readonly text: string;
  readonly createdBy: string;
  readonly createdById: string;
}

/** A note as the interface returns it. */
export const presentNote = (note: NoteItem) => pick(note, ['id', 'text', 'createdBy', 'createdDate']);

/** A new note. */
export function buildNote(id: string, billId: string, text: string, caller: Caller, now: Date): NoteItem {
  const moment = now.toISOString();
  return {
    type: 'bill-note',
    id,
    billId,
    text,
    createdBy: callerName(caller),
    createdById: caller.subject,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

const noteKey = (tenant: TenantStore, { billId, createdDate, id }: NoteItem): Key<NoteItem> =>
  tenant.key(`BILL#${billId}`, `NOTE#${createdDate}#${id}`);

export const insertNote = (tenant: TenantStore, note: NoteItem): Change =>
  put(noteKey(tenant, note), note, { condition: ifAbsent, onConflict: 'retry' });

/** The notes on a bill, the latest first. One query per megabyte. */
export const listNotes = (tenant: TenantStore, billId: string | number): Promise<NoteItem[]> =>
  tenant.queryAll(tenant.partition<NoteItem>(`BILL#${billId}`), { beginsWith: 'NOTE#', backward: true });
