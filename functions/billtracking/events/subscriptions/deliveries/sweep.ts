// The safety net: changes that were not fanned out, and lanes that are due.
import { changesFrom, positionAt } from '../../../../../shared/data/change-feed.ts';
import { commit } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { logError } from '../../../../../shared/http/log.ts';
import { allSubscriptions } from '../store.ts';
import type { SubscriptionItem } from '../subscription.ts';
import { fanOut, isDeliverable } from './fan-out.ts';
import { findSweepPosition, putSweepPosition } from './progress.ts';
import { type SendingContext, sendSubjectQueue } from './send-subject-queue.ts';
import { dueSubjectQueues } from './store.ts';

const PAGE_SIZE = 200;

/** Where the first sweep of a tenant begins: with the first of its subscriptions. */
const firstSweepPosition = (subscriptions: readonly SubscriptionItem[], now: Date): string => {
  const first = Math.min(...subscriptions.map(({ createdDate }) => Date.parse(createdDate)));
  return positionAt(new Date(Math.min(first, now.getTime()) - 60_000));
};

/**
 * Looks through the change feed from where the last sweep ended, and fans out what nobody has: a change whose call was lost
 * or failed. What was fanned out costs a read of its record and its lanes. Where one fails it stops, and the next sweep
 * goes on from there: nothing is passed over.
 * @param now real time
 */
export async function sweepChanges(tenant: TenantStore, now: Date, hasTime: () => boolean): Promise<void> {
  const subscriptions = (await allSubscriptions(tenant)).filter(({ channel }) => channel.type !== 'calendar');
  if (subscriptions.length === 0) return;
  const swept = await findSweepPosition(tenant);
  let place = swept ?? firstSweepPosition(subscriptions, now);
  for (let hasMore = true; hasMore && hasTime(); ) {
    const page = await changesFrom(tenant, place, PAGE_SIZE, now);
    for (const { event } of page.changes)
      if (isDeliverable(event)) await fanOut(tenant, event, { now, subscriptions });
    place = page.behind;
    hasMore = page.hasMore;
    if (page.changes.length > 0 || swept === undefined) await commit([putSweepPosition(tenant, place)]);
  }
}

/** So many receivers are called at once: one that hangs must not keep the others waiting. */
const CONCURRENT_SENDS = 10;

/**
 * Sends what is due in some lanes.
 * @returns whether more may be due
 */
export async function sendDueSubjectQueues(tenant: TenantStore, context: SendingContext): Promise<boolean> {
  const due = [...(await dueSubjectQueues(tenant, context.now(), 5 * CONCURRENT_SENDS))];
  const isFull = due.length === 5 * CONCURRENT_SENDS;
  const worker = async (): Promise<void> => {
    for (let lane = due.shift(); lane && context.hasTime(); lane = due.shift()) {
      const { subscriptionId, subject } = lane;
      await sendSubjectQueue(tenant, lane, context).catch((error: unknown) =>
        logError(`webhook ${tenant.code} ${subscriptionId} ${subject}`, error),
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_SENDS }, worker));
  return isFull && context.hasTime();
}
