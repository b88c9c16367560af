// Finds the recipient whom a mail went to, also after the record of the person was merged into another one.
import type { RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { recipientKey } from '../../../../../shared/broadcasts/recipients.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { peopleMerges } from '../../../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../../../shared/directory/record-merge/merge-record.ts';

/** The recipient under the id of the person, or of the one who remained. One read, and two more after a merge. */
export async function findMergedRecipient(
  tenant: TenantStore,
  broadcastId: string,
  personId: string,
): Promise<RecipientItem | undefined> {
  const find = (id: string) => tenant.get(recipientKey(tenant, broadcastId, id), { consistent: true });
  const own = await find(personId);
  if (own) return own;
  const survivor = await survivorById(tenant, peopleMerges, personId);
  return survivor && find(survivor.id);
}
