// The rule that each kind of bill tracking's timers runs when it is due.
import { CAMPAIGN_TIMER } from '../../../../shared/campaigns/invitation.ts';
import type { TimerRule } from '../../../../shared/schedule/run-due-timers.ts';
import type { SubscriptionTimerKind } from '../../../../shared/subscriptions/timers.ts';
import { campaignTimerRule } from '../../advocacy/campaigns/start-timer.ts';
import { reportTimerRule } from '../../capitol-reports/schedules/run/report-timer.ts';
import { REPORT_TIMER } from '../../capitol-reports/schedules/store.ts';
import { replayTimerRule, wakeTimerRule } from '../../events/subscriptions/deliveries/timers.ts';
import { digestTimerRule } from '../../events/subscriptions/digests/digest-timer.ts';
import { reminderTimerRule } from '../../events/subscriptions/reminders/reminder-timer.ts';

/** @param real the real time at which the run began */
export const buildTimerRules = (real: Date): Readonly<Record<string, TimerRule>> =>
  ({
    [CAMPAIGN_TIMER]: campaignTimerRule(real),
    'event-digest': digestTimerRule(real),
    'event-reminder': reminderTimerRule(real),
    'event-replay': replayTimerRule(real),
    'event-wake': wakeTimerRule(real),
    [REPORT_TIMER]: reportTimerRule(real),
  }) satisfies Record<SubscriptionTimerKind | typeof CAMPAIGN_TIMER | typeof REPORT_TIMER, TimerRule>;
