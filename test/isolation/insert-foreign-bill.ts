// A bill whose id is far from the ids that another tenant gives its own bills.
import { upsertBills } from '../../functions/billtracking/bills/upsert-bills.ts';
import { commit, update } from '../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../shared/data/store.ts';

/** Its id. */
export async function insertForeignBill(tenant: TenantStore): Promise<string> {
  const counter: Key<{ readonly last: number }> = tenant.key('BILLS', 'COUNTER');
  await commit([update(counter, { set: { last: 900_000 } })]);
  const content = {
    ...{ stateId: 24, sessionId: 2401, session: '2025', sessionName: '2025 Regular Session' },
    ...{ billNumber: 'HB 9876', billTypeId: 1, billTypeAbbr: 'HB', chamber: 'lower' as const },
    ...{ title: 'Harbor dredging and mooring fees', status: 'In committee' },
    ...{ sponsors: [], committees: [], subjects: [], versions: [], sources: [], relations: [] },
  };
  const [result] = await upsertBills(tenant, [{ content, actions: [] }], new Date());
  if (result?.billId === undefined) throw new Error(`The bill was not taken: ${result?.reason}`);
  return result.billId;
}
