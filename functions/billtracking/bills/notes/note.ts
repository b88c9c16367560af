// Notes on a bill, which only the tenant's own users read.

import type { Caller } from '../../../../shared/auth/access/access.ts';
import { showUserName } from '../../../../shared/auth/accounts/user-name.ts';
import { type Change, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { callerName } from '../../caller.ts';

/** A note as stored, in the partition of its bill, ordered by time. */
interface NoteItem extends VersionedRecord {
  readonly type: 'bill-note';
  readonly id: string;
  readonly billId: string;
  readonly text: string;
  readonly createdBy: string;
  readonly createdById: string;
  /** Who changed it last. */
  readonly editedBy?: string | undefined;
  readonly editedById?: string | undefined;
}

/** A note as the interface returns it. */
export const presentNote = (note: NoteItem) => ({
  ...pick(note, ['id', 'text']),
  createdBy: showUserName(note.createdBy),
  createdDate: note.createdDate,
  ...(note.editedBy !== undefined && {
    modifiedBy: showUserName(note.editedBy),
    modifiedDate: note.modifiedDate,
  }),
});

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

/** The note with another text. */
export const editNote = (before: NoteItem, text: string, caller: Caller, now: Date): NoteItem => ({
  ...before,
  text,
  editedBy: callerName(caller),
  editedById: caller.subject,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** A note as the audit records it. */
export const viewNote = (note: NoteItem | undefined) =>
  note && pick(note, ['billId', 'text', 'createdBy', 'version']);

const noteKey = (tenant: TenantStore, { billId, createdDate, id }: NoteItem): Key<NoteItem> =>
  tenant.key(`BILL#${billId}`, `NOTE#${createdDate}#${id}`);

export const insertNote = (tenant: TenantStore, note: NoteItem): Change =>
  insert(noteKey(tenant, note), note);

/** Writes a note over what was read as `before`. */
export const replaceNote = (
  tenant: TenantStore,
  before: NoteItem,
  after: NoteItem,
  ifMatch: IfMatch | undefined,
): Change => put(noteKey(tenant, before), after, ifUnchanged(before.version, ifMatch));

/** Removes a note that was read. */
export const removeNote = (tenant: TenantStore, note: NoteItem, ifMatch: IfMatch | undefined): Change =>
  remove(noteKey(tenant, note), ifUnchanged(note.version, ifMatch));

/**
 * The note with this id, as it was last written. One query: the key of a note begins with its time.
 * @throws Failure 404
 */
export async function requireNote(
  tenant: TenantStore,
  billId: string | number,
  id: string,
): Promise<NoteItem> {
  const notes = await tenant.queryAll(tenant.partition<NoteItem>(`BILL#${billId}`), {
    beginsWith: 'NOTE#',
    consistent: true,
  });
  const note = notes.find((each) => each.id === id);
  if (!note) throw notFound('note', id);
  return note;
}

/** The notes on a bill, the latest first. One query per megabyte. */
export const listNotes = (tenant: TenantStore, billId: string | number): Promise<NoteItem[]> =>
  tenant.queryAll(tenant.partition<NoteItem>(`BILL#${billId}`), { beginsWith: 'NOTE#', backward: true });
