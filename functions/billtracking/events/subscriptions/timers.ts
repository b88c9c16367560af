// The timers of subscriptions: the next digest, the next part of a replay, and waking queues after a pause.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { clearTimer } from '../../../../shared/schedule/timers.ts';
import type { ChannelType, SubscriptionItem } from '../../../../shared/subscriptions/subscription.ts';
import { type SubscriptionTimerKind, setSubscriptionTimer } from '../../../../shared/subscriptions/timers.ts';
import { nextDigestTime } from './digest-schedule.ts';

/** Sets the timer of the next digest of a mail subscription. */
export const setDigestTimer = (
  tenant: TenantStore,
  { id, channel }: SubscriptionItem,
  now: Date,
): Change[] =>
  channel.type === 'mail'
    ? [setSubscriptionTimer(tenant, 'event-digest', id, nextDigestTime(channel.digest, now))]
    : [];

const timerKindsByChannel: Readonly<Record<ChannelType, readonly SubscriptionTimerKind[]>> = {
  webhook: ['event-replay', 'event-wake'],
  mail: ['event-replay', 'event-digest'],
  push: ['event-replay'],
  calendar: [],
};

/** Removes all timers of a subscription. */
export const clearSubscriptionTimers = (tenant: TenantStore, { id, channel }: SubscriptionItem): Change[] =>
  timerKindsByChannel[channel.type].map((kind) => clearTimer(tenant, kind, id));
