// The bills whose votes are compared with the tenant's position: those that are tracked or archived, had a position for or against
// them at any time, and have a roll call.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import type { BillItem } from '../record/bill.ts';
import { billList } from '../record/bill-row.ts';
import { billsById, listRollCalls, listRows } from '../record/store.ts';
import type { ScoredBill } from './scorecard.ts';

/** The roll calls of this many bills are read at once. */
const BILLS_PER_BATCH = 20;

/** Those of a session, or of all sessions. Untracked bills cost nothing. */
export async function loadContestedBills(
  tenant: TenantStore,
  sessionId: number | undefined,
): Promise<BillItem[]> {
  const lists = [billList(tenant, 'tracked'), billList(tenant, 'archived')];
  const rows = (await Promise.all(lists.map((list) => listRows(list, tenant)))).flat();
  const voted = rows.filter(
    (row) => (sessionId === undefined || row.sessionId === sessionId) && row.rollCallCount > 0,
  );
  const bills = await billsById(
    tenant,
    voted.map(({ id }) => id),
  );
  return bills.filter(({ positions }) =>
    positions.some(({ position }) => position === 'SUPPORT' || position === 'OPPOSE'),
  );
}

/** The bills with their roll calls: a query each. */
export async function loadScoredBills(
  tenant: TenantStore,
  bills: readonly BillItem[],
): Promise<ScoredBill[]> {
  const found: ScoredBill[] = [];
  for (let start = 0; start < bills.length; start += BILLS_PER_BATCH) {
    const batch = bills.slice(start, start + BILLS_PER_BATCH);
    const rollCalls = await Promise.all(batch.map(({ id }) => listRollCalls(tenant, id)));
    found.push(
      ...batch.map(({ id, billNumber, stateId, positions }, index) => ({
        billId: id,
        billNumber,
        timeZone: stateById(stateId)?.timeZone ?? 'UTC',
        positions,
        rollCalls: rollCalls[index] ?? [],
      })),
    );
  }
  return found;
}
