// Fans a change out to every subscription that matches it, or follows its topic.
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { selectFollowing } from '../../../../../shared/subscriptions/follower.ts';
import { buildTopicMessage } from '../../../../../shared/subscriptions/message.ts';
import { allSubscriptions } from '../../../../../shared/subscriptions/store.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { isListening } from '../matching.ts';
import { loadChangeDetails } from './change-details.ts';
import {
  coversChange,
  hasRecord,
  leavesByTracking,
  loadChangedRecord,
  matchesFilter,
  mayConcernFollowed,
  mayCover,
  mayLeaveFilter,
} from './changed-record.ts';
import { buildChangeMessage } from './message.ts';
import { type Composed, type QueueOptions, queueChange } from './queue-change.ts';
import { wakeReminders } from './wake-reminders.ts';

interface FanOutOptions extends QueueOptions {
  /** All of the tenant's by default. */
  readonly subscriptions?: readonly SubscriptionItem[];
}

/** Queues a change with its record for those of the subscriptions whose filter it matches, and returns their ids. */
async function fanOutRecord(
  tenant: TenantStore,
  change: ChangeEvent,
  listening: readonly SubscriptionItem[],
  options: FanOutOptions,
): Promise<string[]> {
  const candidates = listening.filter((subscription) => mayCover(subscription, change));
  const first = candidates.length > 0 ? await loadChangedRecord(tenant, change) : undefined;
  if (!first) return [];
  const followed = candidates.some((subscription) => mayConcernFollowed(subscription, change))
    ? await loadChangeDetails(tenant, change, first.subject)
    : undefined;
  const covering = candidates.filter((subscription) =>
    coversChange(subscription, change, first, followed ?? {}),
  );
  // Besides, only messages that are sent now need them; a digest loads them when it is written.
  const details =
    followed ??
    (covering.some(({ channel }) => channel.type !== 'mail')
      ? await loadChangeDetails(tenant, change, first.subject)
      : {});
  const matching = covering.filter(
    (subscription) =>
      matchesFilter(subscription, change, first, details) ||
      mayLeaveFilter(change) ||
      leavesByTracking(subscription, change, first, details),
  );
  return queueChange(tenant, change, matching, options, async () => {
    // Read after the queues, so that it is no older than what was queued before.
    const record = await loadChangedRecord(tenant, change);
    return (subscription, queue) => {
      if (!record) return undefined;
      const hasLeft = !matchesFilter(subscription, change, record, details);
      const wasDelivered = queue !== undefined && !options.isReplay;
      const isToldOfLeaving = wasDelivered || leavesByTracking(subscription, change, record, details);
      return hasLeft && !isToldOfLeaving
        ? undefined
        : { message: buildChangeMessage(subscription, change, record.subject, { ...details, hasLeft }) };
    };
  });
}

/**
 * Queues a change for every subscription that matches it or follows its topic.
 * @returns how many subscriptions it was queued for now
 */
export async function fanOut(
  tenant: TenantStore,
  change: ChangeEvent,
  options: FanOutOptions,
): Promise<number> {
  const all = options.subscriptions ?? (await allSubscriptions(tenant));
  const listening = options.isReplay ? all : all.filter((subscription) => isListening(subscription, change));
  if (!options.isReplay) await wakeReminders(tenant, change, listening, options.now);
  const withRecord = hasRecord(change) ? await fanOutRecord(tenant, change, listening, options) : [];
  const followers = await selectFollowing(
    tenant,
    listening.filter(({ id }) => !withRecord.includes(id)),
    change,
  );
  const composed: Composed = { message: buildTopicMessage(change), byTopic: true };
  const byTopic = await queueChange(tenant, change, followers, options, async () => () => composed);
  return withRecord.length + byTopic.length;
}
