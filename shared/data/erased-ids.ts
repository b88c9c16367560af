// Ids of people whose data was erased: all that is kept of them, so that nothing brings them back.
import { type Change, put } from './changes.ts';
import type { Key, TenantStore } from './store.ts';

/** What stands in place of the name of an erased person, and of their addresses and numbers. */
export const ERASED_NAME = 'Erased person';

interface ErasedPersonItem {
  readonly type: 'erased-person';
  /** ISO 8601, UTC. */
  readonly erasedDate: string;
}

const erasedKey = (tenant: TenantStore, id: string): Key<ErasedPersonItem> =>
  tenant.key(`ERASED-PERSON#${id}`, 'ERASED');

/** Records that the data of these people was erased. */
export const putErasedIds = (tenant: TenantStore, ids: readonly string[], now: Date): Change[] =>
  ids.map((id) => put(erasedKey(tenant, id), { type: 'erased-person', erasedDate: now.toISOString() }));

/** Which of these ids are of erased people. One round trip per hundred. */
export async function findErasedIds(
  tenant: TenantStore,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await tenant.getMany(
    ids.map((id) => erasedKey(tenant, id)),
    { consistent: true },
  );
  return new Set(ids.filter((_, index) => found[index] !== undefined));
}
