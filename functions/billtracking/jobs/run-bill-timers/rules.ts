// What each kind of timer of bill tracking does when it is due.
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import { replayTimerRule, wakeTimerRule } from '../../events/subscriptions/deliveries/timers.ts';
import { digestTimerRule } from '../../events/subscriptions/digests/digest-timer.ts';
import type { SubscriptionTimerKind } from '../../events/subscriptions/timers.ts';

/** The rules of a run that began at a moment of real time. */
export const buildTimerRules = (real: Date): Readonly<Record<string, TimerRule>> =>
  ({
    'event-digest': digestTimerRule(real),
    'event-replay': replayTimerRule(real),
    'event-wake': wakeTimerRule(real),
  }) satisfies Record<SubscriptionTimerKind, TimerRule>;
