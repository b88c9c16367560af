// POST /api/1.0/bill/tracking/bulk
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { openParts } from '../../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { billsById } from '../record/store.ts';
import { loadBillSettings } from '../settings/store.ts';
import { bulkSaveBillTracking } from './contract.ts';
import { presentTracking, toSavedView } from './present.ts';
import {
  applyInputToBill,
  type BillUpdate,
  buildTrackingChanges,
  loadAssignees,
  validateForBill,
  validateTrackingRequest,
} from './save-tracking.ts';

/** The result for one of the bills. */
interface BulkTrackingResult {
  readonly billId: number;
  readonly outcome: 'changed' | 'unchanged' | 'refused' | 'pending';
  readonly message?: string | undefined;
  readonly tracking?: ReturnType<typeof presentTracking>;
}

const toPending = (billId: number): BulkTrackingResult => ({
  billId,
  outcome: 'pending',
  message: 'There was no time left for the bill: send the request again.',
});

/** Bills per transaction: see `buildTrackingChanges`. */
const BILLS_PER_TRANSACTION = 6;

export const handler = lambda(bulkSaveBillTracking, async (ctx) => {
  const { body, tenant, now, caller } = ctx;
  const { billIds, ...input } = body;
  const settings = await loadBillSettings(tenant);
  throwIfInvalid(validateTrackingRequest(input, settings, await loadAssignees(tenant, input, [])));
  const ids = [...new Set(billIds)];
  const parts = await openParts(bulkSaveBillTracking, ctx);
  const results: BulkTrackingResult[] = [];
  for (let start = 0; start < ids.length; start += BILLS_PER_TRANSACTION) {
    const batch = ids.slice(start, start + BILLS_PER_TRANSACTION);
    const outcome = await parts.perform<BulkTrackingResult[]>(`bills from ${start}`, async () => {
      const bills = await billsById(tenant, batch, { consistent: true });
      const people = await loadAssignees(tenant, input, bills);
      const updates: BillUpdate[] = [];
      const batchResults = batch.map((billId): BulkTrackingResult => {
        const before = bills.find(({ id }) => id === String(billId));
        if (!before)
          return { billId, outcome: 'refused', message: `There is no bill with the id ${billId}.` };
        const details = validateForBill(before, input, now);
        if (details.length > 0)
          return { billId, outcome: 'refused', message: details.map(({ message }) => message).join(' ') };
        const after = applyInputToBill(before, input, settings, ctx);
        updates.push({ before, after });
        return {
          billId,
          outcome: before === after ? 'unchanged' : 'changed',
          tracking: presentTracking(toSavedView(after, input, caller), settings, people),
        };
      });
      return write(await buildTrackingChanges(ctx, updates), ok(batchResults));
    });
    if (outcome.state === 'refused') throw outcome.refusal;
    results.push(...(outcome.state === 'done' ? outcome.answer : batch.map(toPending)));
  }
  const count = (of: BulkTrackingResult['outcome']) => results.filter(({ outcome }) => outcome === of).length;
  const pending = count('pending');
  return successReply(
    results,
    `${count('changed')} of ${ids.length} bills were changed${pending > 0 ? `, and ${pending} are pending` : ''}.`,
  );
});
