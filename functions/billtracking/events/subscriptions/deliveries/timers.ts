// The timer rules of deliveries: the next part of a replay, and waking queues when a subscription was resumed.
import { changesFrom } from '../../../../../shared/change-feed/feed.ts';
import type { TimerRule } from '../../../../../shared/schedule/run-due-timers.ts';
import {
  putSubjectQueue,
  subjectQueuesBySubscription,
} from '../../../../../shared/subscriptions/delivery-store.ts';
import { findReplay, putReplay, removeReplay } from '../../../../../shared/subscriptions/progress.ts';
import { subscriptionById } from '../../../../../shared/subscriptions/store.ts';
import { postponeQueue } from '../../../../../shared/subscriptions/subject-queue.ts';
import { setSubscriptionTimer } from '../../../../../shared/subscriptions/timers.ts';
import { fanOut } from './fan-out.ts';

/** How many changes of the feed one run reads. */
const PAGE_SIZE = 50;
/** How long until the latest changes of the feed can be read. */
const SETTLE_MILLISECONDS = 10_000;

/**
 * Delivers one page of the change feed again and sets the timer of the next page. An interrupted page is delivered
 * again from its beginning: at least once.
 * @param real real time
 */
export const replayTimerRule =
  (real: Date): TimerRule =>
  async (tenant, { subject: id }, now) => {
    const [replay, subscription] = await Promise.all([
      findReplay(tenant, id),
      subscriptionById(tenant, id, { consistent: true }),
    ]);
    if (!replay || subscription?.status !== 'active') return [removeReplay(tenant, id)];
    const { changes, behind, hasMore } = await changesFrom(tenant, replay.from, PAGE_SIZE, real);
    for (const { event, place } of changes)
      if (place <= replay.upTo)
        await fanOut(tenant, event, { now: real, subscriptions: [subscription], isReplay: true });
    if (behind >= replay.upTo) return [removeReplay(tenant, id)];
    const dueAt = hasMore ? now : new Date(now.getTime() + SETTLE_MILLISECONDS);
    return [
      putReplay(tenant, id, { from: behind, upTo: replay.upTo }),
      setSubscriptionTimer(tenant, 'event-replay', id, dueAt),
    ];
  };

/** How many queues one transaction wakes. */
const MAX_WOKEN = 90;

/**
 * Makes the queues of a resumed subscription due. A queue that is being sent is left alone.
 * @param real real time
 */
export const wakeTimerRule =
  (real: Date): TimerRule =>
  async (tenant, { subject: id }, now) => {
    const postponed = (await subjectQueuesBySubscription(tenant, id)).filter(
      ({ waiting, dueAt, lease }) => waiting.length > 0 && lease === undefined && dueAt > real.getTime(),
    );
    return [
      ...postponed
        .slice(0, MAX_WOKEN)
        .map((queue) => putSubjectQueue(tenant, queue, postponeQueue(queue, real.getTime(), real))),
      ...(postponed.length > MAX_WOKEN ? [setSubscriptionTimer(tenant, 'event-wake', id, now)] : []),
    ];
  };
