// POST /api/1.0/bill/tracking/bulk
import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { performPart } from '../../../../shared/http/perform-part.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { loadBillSettings } from '../settings/store.ts';
import { billsById } from '../store.ts';
import { bulkSaveBillTracking } from './contract.ts';
import { presentTracking } from './present.ts';
import {
  applyInputToBill,
  buildTrackingChanges,
  loadAssignees,
  validateForBill,
  validateTrackingRequest,
} from './save-tracking.ts';

/** What became of one of the bills. */
interface BulkTrackingResult {
  readonly billId: number;
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  readonly message?: string | undefined;
  readonly tracking?: ReturnType<typeof presentTracking>;
}

/** Bills of one transaction: see `trackingChanges`. */
const BILLS_PER_TRANSACTION = 8;

export const handler = lambda(bulkSaveBillTracking, async (ctx) => {
  const { body, tenant, now } = ctx;
  const { billIds, ...wish } = body;
  const settings = await loadBillSettings(tenant);
  const [fault, ...more] = validateTrackingRequest(wish, settings, await loadAssignees(tenant, wish, []));
  if (fault) throw invalid([fault, ...more]);
  const ids = [...new Set(billIds)];
  const results: BulkTrackingResult[] = [];
  for (let start = 0; start < ids.length; start += BILLS_PER_TRANSACTION) {
    const some = ids.slice(start, start + BILLS_PER_TRANSACTION);
    const outcome = await performPart<BulkTrackingResult[]>(
      bulkSaveBillTracking,
      ctx,
      `bills from ${start}`,
      async () => {
        const bills = await billsById(tenant, some, { consistent: true });
        const people = await loadAssignees(tenant, wish, bills);
        const wished = bills.flatMap((before) =>
          validateForBill(before, wish, now)
            ? []
            : [{ before, after: applyInputToBill(before, wish, settings, ctx) }],
        );
        const told = some.map((billId): BulkTrackingResult => {
          const bill = bills.find(({ id }) => id === String(billId));
          const done = wished.find(({ before }) => before === bill);
          if (done)
            return {
              billId,
              outcome: done.before === done.after ? 'unchanged' : 'changed',
              tracking: presentTracking(done.after, settings, people),
            };
          const message = bill
            ? validateForBill(bill, wish, now)?.message
            : `There is no bill with the id ${billId}.`;
          return { billId, outcome: 'refused', message };
        });
        return write(await buildTrackingChanges(ctx, wished), ok(told));
      },
    );
    if (!outcome.isDone) throw outcome.refusal;
    results.push(...(outcome.answer ?? []));
  }
  const changed = results.filter(({ outcome }) => outcome === 'changed').length;
  return successReply(results, `${changed} of ${ids.length} bills are changed`);
});
