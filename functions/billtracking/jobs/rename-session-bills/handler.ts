// Gives the bills of a renamed session its name: lists show, filter and sort by the copy that each bill has.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { commit } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { markRename, sessionById } from '../../../../shared/legislature/sessions/sessions.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { billKey } from '../../bills/record/bill.ts';
import { billList } from '../../bills/record/bill-row.ts';
import { putBills } from '../../bills/record/store.ts';

/** A bill is two changes, and at most four of list counts. */
const BILLS_PER_COMMIT = 15;
/** The milliseconds that must be left for another commit; the rest is left to another call. */
const TIME_FOR_COMMIT = 10_000;

/** Gives some bills the name of their session; what others change at the same time stays. */
const renameBills = (tenant: TenantStore, ids: readonly string[], { id, name }: Session) =>
  decideAndCommit(async () => {
    const keys = ids.map((billId) => billKey(tenant, billId));
    const bills = (await tenant.getMany(keys, { consistent: true })).filter((bill) => bill !== undefined);
    const writes = bills
      .filter((bill) => bill.sessionId === id && bill.sessionName !== name)
      .map((before) => ({ before, after: { ...before, sessionName: name, version: before.version + 1 } }));
    return { changes: await putBills(tenant, writes) };
  });

/** The ids of the session's bills with another name: of all tracked and archived bills, and its untracked ones. */
async function* iterateOldNames(tenant: TenantStore, session: Session): AsyncGenerator<string[]> {
  const lists = [
    billList(tenant, 'tracked'),
    billList(tenant, 'archived'),
    billList(tenant, 'untracked', session.id),
  ];
  for (const { listing } of lists)
    for await (const { items } of tenant.queryPages(listing)) {
      const old = items.filter((row) => row.sessionId === session.id && row.sessionName !== session.name);
      for (let start = 0; start < old.length; start += BILLS_PER_COMMIT)
        yield old.slice(start, start + BILLS_PER_COMMIT).map(({ id }) => id);
    }
}

/** Repeating a call only changes the bills that an earlier one did not reach. */
export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const timeLeft = (): number => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
  for (const { tenant, partition } of listChangedItems(event)) {
    const id = Number(/^SESSION#(\d+)$/.exec(partition)?.[1]);
    const session = await sessionById(tenant, id, { consistent: true });
    if (!session) continue;
    for await (const ids of iterateOldNames(tenant, session)) {
      if (timeLeft() < TIME_FOR_COMMIT) {
        await commit([markRename(tenant, id, randomUUID())]);
        break;
      }
      await renameBills(tenant, ids, session);
    }
  }
};
