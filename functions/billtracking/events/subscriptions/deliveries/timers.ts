// What the timers of deliveries do: a replay that goes on, and what waited while its subscription rested.
import { changesFrom } from '../../../../../shared/data/change-feed.ts';
import type { TimerRule } from '../../../../../shared/schedule/run-due-timers.ts';
import { subscriptionById } from '../store.ts';
import { setSubscriptionTimer } from '../timers.ts';
import { fanOut, isDeliverable } from './fan-out.ts';
import { findReplay, putReplay, removeReplay } from './progress.ts';
import { putSubjectQueue, subjectQueuesBySubscription } from './store.ts';
import { postponeQueue } from './subject-queue.ts';

/** Changes of the feed in one go. */
const PAGE_SIZE = 50;
/** How long the feed may need until its last changes can be read, in milliseconds. */
const SETTLE_MILLISECONDS = 10_000;

/**
 * Tells one page of the change feed once more, and sets its own timer for the next. A page that is broken off is told again
 * from its beginning: at least once.
 * @param real the real time
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
      if (place <= replay.upTo && isDeliverable(event))
        await fanOut(tenant, event, { now: real, subscriptions: [subscription], isReplay: true });
    if (behind >= replay.upTo) return [removeReplay(tenant, id)];
    const dueAt = hasMore ? now : new Date(now.getTime() + SETTLE_MILLISECONDS);
    return [
      putReplay(tenant, id, { from: behind, upTo: replay.upTo }),
      setSubscriptionTimer(tenant, 'event-replay', id, dueAt),
    ];
  };

/** Lanes in one transaction. */
const MAX_WOKEN = 90;

/**
 * Makes what waited due, when a subscription was resumed. A lane that somebody is just sending is left alone.
 * @param real the real time
 */
export const wakeTimerRule =
  (real: Date): TimerRule =>
  async (tenant, { subject: id }, now) => {
    const resting = (await subjectQueuesBySubscription(tenant, id)).filter(
      ({ waiting, dueAt, lease }) => waiting.length > 0 && lease === undefined && dueAt > real.getTime(),
    );
    return [
      ...resting
        .slice(0, MAX_WOKEN)
        .map((lane) => putSubjectQueue(tenant, lane, postponeQueue(lane, real.getTime(), real))),
      ...(resting.length > MAX_WOKEN ? [setSubscriptionTimer(tenant, 'event-wake', id, now)] : []),
    ];
  };
