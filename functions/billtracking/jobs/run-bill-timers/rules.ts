// What each kind of timer of bill tracking does when it is due.
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import { eventReplay, eventWake } from '../../events/subscriptions/deliveries/timers.ts';
import { eventDigest } from '../../events/subscriptions/digests/digest-timer.ts';
import type { SubscriptionTimer } from '../../events/subscriptions/timers.ts';

/** The rules of a run that began at a moment of real time. */
export const buildTimerRules = (real: Date): Readonly<Record<string, TimerRule>> =>
  ({
    'event-digest': eventDigest(real),
    'event-replay': eventReplay(real),
    'event-wake': eventWake(real),
  }) satisfies Record<SubscriptionTimer, TimerRule>;
