// Who wrote the drafts of broadcasts: they do not approve them.
import { subjectKey } from '../auth/accounts/records.ts';
import type { TenantStore } from '../data/store.ts';
import { type BroadcastItem, listWriters } from './broadcast.ts';

/**
 * Who wrote drafts, themselves or as a client of which they hold a secret. One round trip.
 */
export async function findWriters(
  tenant: TenantStore,
  drafts: readonly Pick<BroadcastItem, 'writers' | 'createdBy'>[],
): Promise<ReadonlySet<string>> {
  const writers = [...new Set(drafts.flatMap(listWriters))];
  const subjects = await tenant.getMany(
    writers.map((id) => subjectKey(tenant, id)),
    { consistent: true },
  );
  return new Set([...writers, ...subjects.flatMap((subject) => subject?.heldBy ?? [])]);
}
