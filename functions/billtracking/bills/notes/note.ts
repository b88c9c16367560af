// Notes on a bill: what the tenant's people tell each other about it. They are never shown outside.
import type { Caller } from '../../../../shared/auth/access.ts';
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, Position, TenantStore } from '../../../../shared/data/store.ts';

/** A note as the table holds it, in the bill's partition, by the time it was written. */
interface NoteItem {
  readonly type: 'bill-note';
  readonly id: string;
  readonly billId: string;
  readonly text: string;
  readonly createdBy: string;
  readonly createdById: string;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** What is shown of a note. */
export const presentNote = ({ id, text, createdBy, createdDate }: NoteItem) => ({
  id,
  text,
  createdBy,
  createdDate,
});

/** A new note. */
export function buildNote(id: string, billId: string, text: string, caller: Caller, now: Date): NoteItem {
  const moment = now.toISOString();
  return {
    type: 'bill-note',
    id,
    billId,
    text,
    createdBy: caller.kind === 'anonymous' ? 'anonymous' : caller.name,
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
  put(noteKey(tenant, note), note, { condition: ifAbsent, otherwise: 'decide again' });

/** The notes on a bill, the latest first. One query per megabyte. */
export async function listNotes(tenant: TenantStore, billId: string | number): Promise<NoteItem[]> {
  const partition: Partition<NoteItem> = tenant.partition(`BILL#${billId}`);
  const found: NoteItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(partition, {
      beginsWith: 'NOTE#',
      backward: true,
      ...(after && { after }),
    });
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}
