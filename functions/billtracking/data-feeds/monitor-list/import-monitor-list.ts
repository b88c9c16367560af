// POST /api/1.0/datafeed/{id}/monitor-list
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { openParts } from '../../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import type { BillItem } from '../../bills/record/bill.ts';
import { billsById } from '../../bills/record/store.ts';
import { loadBillSettings } from '../../bills/settings/store.ts';
import {
  applyInputToBill,
  type BillUpdate,
  buildTrackingChanges,
} from '../../bills/tracking/save-tracking.ts';
import { successReply } from '../../envelopes.ts';
import { listMonitored, type MonitoredBill, monitoredById, putMonitored } from '../record/monitored-bill.ts';
import { monitorListReadDate, requireFeed } from '../record/store.ts';
import { importMonitorList } from './contract.ts';
import { planTracking } from './plan-tracking.ts';

const presentState = ({ trackingStatus, position }: BillItem) => ({ trackingStatus, position });

interface EntryResult {
  readonly legiscanBillId: string;
  readonly state: string;
  readonly billId: number;
  readonly billNumber: string;
  readonly stance: MonitoredBill['stance'];
  readonly isRemoved: boolean;
  readonly outcome: 'changed' | 'unchanged' | 'refused' | 'pending';
  readonly before?: ReturnType<typeof presentState>;
  readonly after?: ReturnType<typeof presentState>;
  readonly message?: string;
}

const presentEntry = ({ id, state, billId, number, stance, removedDate }: MonitoredBill) => ({
  ...{ legiscanBillId: id, state, billId: Number(billId), billNumber: number, stance },
  isRemoved: removedDate !== undefined,
});

/** Eleven changes per bill and some fourteen for the lists: seven bills fit a transaction (see `buildTrackingChanges`). */
const BILLS_PER_TRANSACTION = 7;

export const handler = lambda(importMonitorList, async (ctx) => {
  const { body, params, tenant } = ctx;
  const [{ feed }, readDate, list, settings] = await Promise.all([
    requireFeed(tenant, params.id),
    monitorListReadDate(tenant, params.id),
    listMonitored(tenant, params.id),
    loadBillSettings(tenant),
  ]);
  if (!feed.readsMonitorList)
    throw conflict(
      `The data feed ${feed.name} reads no monitor list: update it with readsMonitorList, and run it first.`,
    );
  const parts = await openParts(importMonitorList, ctx);
  const entries: EntryResult[] = [];
  for (let start = 0; start < list.length; start += BILLS_PER_TRANSACTION) {
    const batch = list.slice(start, start + BILLS_PER_TRANSACTION);
    const outcome = await parts.perform<EntryResult[]>(`entries from ${start}`, async () => {
      const [stored, bills] = await Promise.all([
        monitoredById(
          tenant,
          feed.id,
          batch.map(({ id }) => id),
        ),
        billsById(
          tenant,
          batch.map(({ billId }) => billId),
          { consistent: true },
        ),
      ]);
      const updates: BillUpdate[] = [];
      const applied = stored.flatMap((entry) => {
        const bill = bills.find(({ id }) => id === entry?.billId);
        if (!entry || !bill) return [];
        const plan = planTracking(entry, bill, body);
        if (!plan) return [];
        updates.push({ before: bill, after: applyInputToBill(bill, plan.input, settings, ctx) });
        const { applied: _, ...rest } = entry;
        const after = { ...rest, ...(plan.applied && { applied: plan.applied }) };
        return [putMonitored(tenant, feed.id, entry, after)];
      });
      const results = batch.map((listed, index): EntryResult => {
        const entry = stored[index] ?? listed;
        const before = bills.find(({ id }) => id === entry.billId);
        if (!before)
          return {
            ...{ ...presentEntry(entry), outcome: 'refused' },
            message: `There is no bill with the id ${entry.billId} any more: run the feed again.`,
          };
        const after = updates.find((update) => update.before.id === before.id)?.after ?? before;
        return {
          ...{ ...presentEntry(entry), billNumber: before.billNumber },
          outcome: after === before ? 'unchanged' : 'changed',
          ...{ before: presentState(before), after: presentState(after) },
        };
      });
      return write([...(await buildTrackingChanges(ctx, updates)), ...applied], ok(results));
    });
    if (outcome.state === 'refused') throw outcome.refusal;
    if (outcome.state === 'done') entries.push(...outcome.answer);
    else
      entries.push(
        ...batch.map(
          (entry): EntryResult => ({
            ...{ ...presentEntry(entry), outcome: 'pending' },
            message: 'There was no time left for the bill: send the request again.',
          }),
        ),
      );
  }
  const changed = entries.filter(({ outcome }) => outcome === 'changed').length;
  return successReply(
    { readDate: readDate ?? null, entries },
    readDate === undefined
      ? 'No run of the feed has read the monitor list yet.'
      : `${changed} of ${entries.length} bills differ from the monitor list.`,
  );
});
