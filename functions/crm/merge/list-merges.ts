// The merges of a record, and whether one of them is still under way.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { MergeKind } from '../../../shared/directory/record-merge/merge-kind.ts';
import {
  type MergeItem,
  mergeById,
  mergesInto,
} from '../../../shared/directory/record-merge/merge-record.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';

/**
 * The merge of a record into another one, and those of others into it, the newest first.
 * @throws Failure 404
 */
export async function listMerges<C extends object, R extends object>(
  tenant: TenantStore,
  kind: MergeKind<C, R>,
  id: string,
): Promise<MergeItem[]> {
  const [record, own, others] = await Promise.all([
    tenant.get(kind.key(tenant, id)),
    mergeById(tenant, kind, id),
    mergesInto(tenant, kind, id),
  ]);
  if (!record && !own) throw notFound(kind.what, id);
  return [...(own ? [own] : []), ...others].sort((a, b) => (a.mergedDate < b.mergedDate ? 1 : -1));
}

/** @throws Failure 409 while references of one of these records are being moved */
export async function assertNoOpenMerge(
  tenant: TenantStore,
  kind: Pick<MergeKind, 'what' | 'partition'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const [own, others] = await Promise.all([mergeById(tenant, kind, id), mergesInto(tenant, kind, id)]);
    const open = [...(own ? [own] : []), ...others].find(
      ({ status }) => status === 'running' || status === 'undoing',
    );
    if (open)
      throw conflict(
        `References of the ${kind.what} ${id} are still being moved by the merge of ${open.id} into ${open.into}: try again in a minute.`,
      );
  }
}
