// The timers of subscriptions: the next digest, the next reminder, the next part of a replay, and waking queues after
// a pause.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { clearTimer } from '../../../../shared/schedule/timers.ts';
import type { ChannelType, SubscriptionItem } from '../../../../shared/subscriptions/subscription.ts';
import { type SubscriptionTimerKind, setSubscriptionTimer } from '../../../../shared/subscriptions/timers.ts';
import { nextDigestTime } from './digest-schedule.ts';

/** Sets the timers of an active subscription: the next digest of a mail, and the reminders, which are planned at once. */
export const setActiveTimers = (
  tenant: TenantStore,
  { id, channel, what }: Pick<SubscriptionItem, 'id' | 'channel' | 'what'>,
  now: Date,
): Change[] => [
  ...(channel.type === 'mail'
    ? [setSubscriptionTimer(tenant, 'event-digest', id, nextDigestTime(channel.digest, now))]
    : []),
  // A calendar feed has its reminders in the file.
  ...(what.keyDateReminders && channel.type !== 'calendar'
    ? [setSubscriptionTimer(tenant, 'event-reminder', id, now)]
    : []),
];

const timerKindsByChannel: Readonly<Record<ChannelType, readonly SubscriptionTimerKind[]>> = {
  webhook: ['event-replay', 'event-reminder', 'event-wake'],
  mail: ['event-replay', 'event-reminder', 'event-digest'],
  push: ['event-replay', 'event-reminder'],
  calendar: [],
};

/** Removes all timers of a subscription. */
export const clearSubscriptionTimers = (tenant: TenantStore, { id, channel }: SubscriptionItem): Change[] =>
  timerKindsByChannel[channel.type].map((kind) => clearTimer(tenant, kind, id));
