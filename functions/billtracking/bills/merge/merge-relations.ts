// Gives the relations to bills of a session to the session that it is merged into.
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { naturalKeyText } from '../record/bill.ts';
import { billById, putBills, reverseRelationKey, reverseRelationsBySession } from '../record/store.ts';
import { isRelatedTo, moveRelations, type SessionMove } from './move-bill.ts';

/** A bill's relations are moved in one transaction, which has room for so many; no real bill has more. */
const MAX_RELATIONS = 40;

/** The ids of the bills that name a bill of the session as related. */
export async function* iterateRelatedBills(
  tenant: TenantStore,
  { from }: SessionMove,
): AsyncGenerator<string> {
  const related = reverseRelationsBySession(tenant, { stateId: from.stateId, session: from.identifier });
  for await (const { items } of tenant.queryPages(related, { consistent: true }))
    yield* new Set(items.map(({ billId }) => billId));
}

/** Gives the relations of one bill to the other session. */
export const mergeRelations = (tenant: TenantStore, billId: string, move: SessionMove) =>
  decideAndCommit(async () => {
    const before = await billById(tenant, billId, { consistent: true });
    const related = before?.relations.filter((relation) => isRelatedTo(move.from, relation)) ?? [];
    if (!before || related.length === 0) return { changes: [] };
    const moved = [...new Map(related.map((to) => [naturalKeyText(to), to] as const)).values()].slice(
      0,
      MAX_RELATIONS,
    );
    const after = await moveRelations(tenant, before, move);
    const entries = moved.flatMap((to): Change[] => [
      remove(reverseRelationKey(tenant, to, billId)),
      put(reverseRelationKey(tenant, { ...to, session: move.into.identifier }, billId), {
        type: 'bill-related',
        billId,
        relation: to.relation,
      }),
    ]);
    return { changes: [...entries, ...(await putBills(tenant, [{ before, after }]))] };
  });
