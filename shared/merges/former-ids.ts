// The ids of records that were merged into others: each stands for the record that remains.
import type { MergedKind } from '../data/open-merge.ts';
import type { Key, TenantStore } from '../data/store.ts';

/** What a stored merge says about the id of the removed record. */
interface FormerId {
  readonly id: string;
  readonly into: string;
  readonly status: 'running' | 'done' | 'undoing' | 'undone';
}

const partitions = ['PERSON', 'ORG'] as const;

/** Where the merge of a record is stored. */
export const mergeKey = <T>(
  tenant: TenantStore,
  { partition }: Pick<MergedKind, 'partition'>,
  id: string,
): Key<T> => tenant.key(`${partition}#${id}`, 'MERGE');

/** Merges follow one another at most so often. */
export const MAX_MERGES = 20;

/**
 * For those of these ids that are of merged records: the id of the record that remains. One round trip, and another one for
 * each merge that was followed by another.
 */
export async function findRemainingIds(
  tenant: TenantStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const remaining = new Map<string, string>();
  let unread = ids;
  for (let count = 0; unread.length > 0 && count < MAX_MERGES; count += 1) {
    const keys = unread.flatMap((id) =>
      partitions.map((partition) => mergeKey<FormerId>(tenant, { partition }, id)),
    );
    const merges = (await tenant.getMany(keys, { consistent: true })).flatMap((merge) =>
      merge?.status === 'running' || merge?.status === 'done' ? [merge] : [],
    );
    for (const { id, into } of merges) {
      for (const [former, at] of remaining) if (at === id) remaining.set(former, into);
      if (ids.includes(id)) remaining.set(id, into);
    }
    unread = merges.map(({ into }) => into);
  }
  return remaining;
}
