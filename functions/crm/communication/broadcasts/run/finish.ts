// Ends a broadcast: as sent once no recipient waits, or as cancelled, when who still waits is settled.
import { addFigures, countWaiting, loadFigures } from '../../../../../shared/broadcast-figures/figures.ts';
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { hasWaitingRecipient, waitingRecipients } from '../../../../../shared/broadcasts/recipients.ts';
import { broadcastRuns, saveBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { type Change, commit } from '../../../../../shared/data/changes.ts';
import { forEachConcurrently } from '../../../../../shared/data/work/for-each-concurrently.ts';
import type { RunContext } from '../../../../../shared/jobs/leased-run.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { settle } from './settle.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** How long to wait for the index, which shows recipients a moment after they were written. */
export const INDEX_DELAY = 5_000;
/** Recipients that are settled at once. */
const PAGE = 25;

/**
 * Whether no recipient waits, when none is listed. The numbers say so, without reading every recipient. Where they say that one
 * waits, the recipients decide: a listing may be behind, and a recipient may have expired while the broadcast was paused.
 */
async function findMissing(taken: TakenBroadcast): Promise<number | 'some wait'> {
  const { tenant, item } = taken;
  const waiting = countWaiting(await loadFigures(tenant, item.id));
  if (waiting > 0 && (await hasWaitingRecipient(tenant, item.id))) return 'some wait';
  return Math.max(0, waiting);
}

/** Counts recipients that are no longer stored as skipped. */
const countMissing = ({ tenant, item }: TakenBroadcast, missing: number): Change[] =>
  missing === 0 ? [] : addFigures(tenant, item.id, item.id, { skipped: missing, because_removed: missing });

/** Ends a broadcast whose mails were sent; false where a recipient still waits. */
export async function complete(taken: TakenBroadcast, now: Date): Promise<boolean> {
  const { tenant, item, run } = taken;
  const missing = await findMissing(taken);
  if (missing === 'some wait') return false;
  // A step of a series goes on when the next person reaches it.
  if (item.seriesId !== undefined) {
    await commit([broadcastRuns.remove(tenant, run), ...countMissing(taken, missing)]);
    return true;
  }
  const after: BroadcastItem = {
    ...item,
    status: 'sent',
    completedDate: now.toISOString(),
    version: item.version + 1,
    modifiedDate: now.toISOString(),
  };
  await commit([
    saveBroadcast(tenant, item, after),
    broadcastRuns.remove(tenant, run),
    ...countMissing(taken, missing),
  ]);
  return true;
}

/** Settles who waits for a broadcast that was cancelled, and ends its run. */
export async function settleCancelled(
  taken: TakenBroadcast,
  { now, isInTime }: RunContext,
): Promise<'done' | 'more' | { readonly delay: number }> {
  const { tenant, item, settings } = taken;
  const since = tenantTime(settings, now()).toISOString();
  while (isInTime()) {
    const { items } = await tenant.query(waitingRecipients(tenant, item.id), { limit: PAGE });
    if (items.length === 0) {
      const missing = await findMissing(taken);
      if (missing === 'some wait') return { delay: INDEX_DELAY };
      await commit([broadcastRuns.remove(tenant, taken.run), ...countMissing(taken, missing)]);
      return 'done';
    }
    let settled = 0;
    await forEachConcurrently(items, PAGE, async (recipient) => {
      if (await settle(taken, recipient, { status: 'skipped', reason: 'cancelled', since })) settled += 1;
    });
    if (settled === 0) return { delay: INDEX_DELAY };
  }
  return 'more';
}
