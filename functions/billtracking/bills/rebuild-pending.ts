// Lists the tracked bills that are not decided and that a version before this list tracked.
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { billKey } from './record/bill.ts';
import { billList } from './record/bill-row.ts';
import { deriveStage } from './record/outcome.ts';
import { choosePendingStage } from './record/pending-bill.ts';
import { listActions, putBills } from './record/store.ts';

/** A bill is three changes, and at most five of list counts. */
const BILLS_PER_COMMIT = 10;

/** Lists some bills that are not where they belong; what others change at the same time stays. */
const listBills = (tenant: TenantStore, ids: readonly string[]) =>
  decideAndCommit(async () => {
    const keys = ids.map((id) => billKey(tenant, id));
    const bills = (await tenant.getMany(keys, { consistent: true })).filter((bill) => bill !== undefined);
    const writes = await Promise.all(
      bills.map(async (before) => {
        const stage = before.stage ?? deriveStage(before, await listActions(tenant, before.id));
        return { before, after: { ...before, stage, version: before.version + 1 } };
      }),
    );
    const changed = writes.filter(
      ({ before, after }) => before.stage === undefined || before.pendingStage !== choosePendingStage(after),
    );
    return { listed: changed.length, changes: await putBills(tenant, changed) };
  });

/** Goes through all tracked bills. Safe while others write, to interrupt and to repeat. Returns how many were written. */
export async function rebuildPendingBills(tenant: TenantStore): Promise<number> {
  let listed = 0;
  for await (const { items } of tenant.queryPages(billList(tenant, 'tracked').listing))
    for (let start = 0; start < items.length; start += BILLS_PER_COMMIT)
      listed += (
        await listBills(
          tenant,
          items.slice(start, start + BILLS_PER_COMMIT).map(({ id }) => id),
        )
      ).listed;
  return listed;
}
