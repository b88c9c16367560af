// A test platform with imported bills, and short names for its calls.

import type { IncomingBill } from '../../../functions/billtracking/bills/incoming-bill.ts';
import type { BillContent } from '../../../functions/billtracking/bills/record/bill.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';

export const publicBills = '/api/1.0/legislative/public-bills';

/** A bill of Maryland's session of 2026, in which the demo tenant has no bills. */
export const buildBill = (billNumber: string, more: Partial<BillContent> = {}): BillContent => ({
  stateId: 24,
  sessionId: 2402,
  session: '2026',
  sessionName: '2026 Regular Session',
  billNumber,
  billTypeId: billNumber.startsWith('H') ? 21 : 22,
  billTypeAbbr: billNumber.slice(0, 2),
  chamber: billNumber.startsWith('H') ? 'lower' : 'upper',
  title: `Concerning ${billNumber}`,
  status: 'Introduced',
  sponsors: [],
  committees: [],
  subjects: [],
  versions: [],
  sources: [],
  relations: [],
  ...more,
});

export interface BillsPlatform {
  readonly platform: TestPlatform;
  readonly store: TenantStore;
  readonly now: Date;
  /** A token that may read everything of bill tracking, for what the tenant code alone does not reveal. */
  readonly staff: CallOptions;
  /** Imports bills and returns their ids. */
  importBills(...incoming: readonly (BillContent | IncomingBill)[]): Promise<string[]>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
  get(path: string, options?: CallOptions): Promise<Reply>;
  /** Saves a tracking of the demo tenant and expects success. */
  track(billId: string, input: Record<string, unknown>): Promise<Reply>;
}

/** Starts a platform with the demo tenant. */
export async function startBillsPlatform(
  options: Parameters<typeof startPlatform>[0] = {},
): Promise<BillsPlatform> {
  const platform = await startPlatform(options);
  const store = platform.store('demo');
  const now = new Date();
  const token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'billtracking.bills.read',
      'billtracking.reports.read',
      'billtracking.reference.read',
      'billtracking.activity.read',
    ],
  });
  const post = (path: string, body: unknown = {}, options: CallOptions = {}) =>
    platform.call('POST', 'billtracking', path, { tenant: 'demo', body, ...options });
  return {
    platform,
    store,
    now,
    staff: { token },
    post,
    get: (path, options = {}) => platform.call('GET', 'billtracking', path, { tenant: 'demo', ...options }),
    async importBills(...incoming) {
      const results = await upsertBills(
        store,
        incoming.map((bill) => ('content' in bill ? bill : { content: bill, actions: [] })),
        now,
      );
      return results.map(({ billId, reason }) => {
        if (billId === undefined) throw new Error(reason);
        return billId;
      });
    },
    async track(billId, input) {
      const reply = await post('/api/1.0/bill/tracking/save', { billId, ...input });
      if (reply.status !== 200) throw new Error(reply.text);
      return reply;
    },
  };
}
