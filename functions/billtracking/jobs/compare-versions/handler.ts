// Compares new texts of tracked bills with those before them, and notes in the bill which replaced which: its subscribers are notified.
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { noteTextChange } from '../../bills/documents/note-text-change.ts';

/** Repeating a call changes nothing more. */
export const handler = async (event: ChangeEventInput): Promise<void> => {
  for (const { tenant, partition } of listChangedItems(event)) {
    const id = /^BILL-DOCUMENT#(.+)$/.exec(partition)?.[1];
    if (id !== undefined) await noteTextChange(tenant, id, new Date());
  }
};
