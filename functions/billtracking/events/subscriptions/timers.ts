// The timers of subscriptions: the next digest, the next part of a replay, and waking queues after a pause.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { clearTimer, setTimer } from '../../../../shared/schedule/timers.ts';
import { nextDigestTime } from './digest-schedule.ts';
import type { ChannelType, SubscriptionItem } from './subscription.ts';

/** The kinds of timers; the subject of each is the subscription's id. */
export type SubscriptionTimerKind = 'event-digest' | 'event-replay' | 'event-wake';

/** Sets a timer of a subscription, or reschedules it. */
export const setSubscriptionTimer = (
  tenant: TenantStore,
  kind: SubscriptionTimerKind,
  subject: string,
  dueAt: Date,
): Change => setTimer(tenant, { kind, subject, dueAt, area: 'billtracking' });

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
