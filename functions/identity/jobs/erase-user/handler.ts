// Ends the account of a person who is erased. A call that fails is repeated, also with each step of the erasure.
import { openPlatformStore } from '../../../../shared/data/store.ts';
import { personErasureKey } from '../../../../shared/directory/person-data/erasure-key.ts';
import type { PersonIdentity } from '../../../../shared/directory/person-data/identity.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { eraseAccount } from './erase-account.ts';

/** What an erasure says of the user, as long as it is not done. */
interface OpenErasure {
  readonly open?: { readonly identity: Pick<PersonIdentity, 'subject'> } | undefined;
}

export const handler = async (event: ChangeEventInput): Promise<void> => {
  for (const { tenant, partition } of listChangedItems(event)) {
    const personId = /^PERSON#(.+)$/.exec(partition)?.[1];
    if (personId === undefined) continue;
    const erasure = await tenant.get(personErasureKey<OpenErasure>(tenant, personId), { consistent: true });
    const userId = erasure?.open?.identity.subject?.id;
    if (userId !== undefined) await eraseAccount(openPlatformStore(), tenant, userId, new Date());
  }
};
