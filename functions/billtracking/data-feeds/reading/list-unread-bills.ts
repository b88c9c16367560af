// GET /api/1.0/datafeed/unread-bills
import { lambda } from '../../../../shared/http/lambda.ts';
import type { BillRow } from '../../bills/record/bill-row.ts';
import { rowsById } from '../../bills/record/store.ts';
import { pageReply, toPageRequest } from '../../envelopes.ts';
import { listUnreadBills } from './contract.ts';
import { findUnreadBills, type UnreadBill } from './find-unread-bills.ts';
import { dayOfState } from './load-coverage.ts';

/** When a source last had a bill: when it was imported, or when its session was read with it. */
function findLastSeen({ pending: { id, importedDate }, covered }: UnreadBill): string {
  const read = covered.reads.flatMap(({ lastReadDate, missing = [] }) => {
    const absent = missing.find((one) => one.id === id);
    return (absent ? absent.lastSeenDate : lastReadDate) ?? [];
  });
  return [importedDate, ...read].toSorted().at(-1) ?? importedDate;
}

const present = (bill: UnreadBill, row: BillRow) => {
  const { stateId, sessionId } = row;
  return {
    ...{ billId: Number(row.id), billNumber: row.billNumber, title: row.title, status: row.status },
    ...{ trackingStatus: row.trackingStatus, priority: row.priority ?? null },
    ...{ stateId, sessionId, sessionName: row.sessionName, stage: bill.stage },
    lastActionOn: row.lastActionOn ?? null,
    lastSeenDate: dayOfState(stateId, findLastSeen(bill)),
    reason: bill.reason,
    since: bill.since === undefined ? null : dayOfState(stateId, bill.since),
    feedId: bill.feed?.id ?? null,
    feedName: bill.feed?.name ?? null,
  };
};

export const handler = lambda(listUnreadBills, async ({ query, tenant }) => {
  const { pageNumber, pageSize, ...filter } = query;
  // Feeds run by the real clock.
  const { bills, total } = await findUnreadBills(
    tenant,
    filter,
    toPageRequest({ pageNumber, pageSize }),
    new Date(),
  );
  const rows = new Map(
    (
      await rowsById(
        tenant,
        bills.map(({ pending }) => pending.id),
      )
    ).map((row) => [row.id, row]),
  );
  const collection = bills.flatMap((bill) => {
    const row = rows.get(bill.pending.id);
    return row ? [present(bill, row)] : [];
  });
  return pageReply(collection, { pageNumber, pageSize }, total);
});
