// The timers that every kind of subscription has: the next part of a replay, the next reminder, and waking queues after a pause.
import type { Change } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { setTimer } from '../schedule/timers.ts';

/** The kinds of timers; the subject of each is the subscription's id. */
export type SubscriptionTimerKind = 'event-digest' | 'event-reminder' | 'event-replay' | 'event-wake';

/** Sets a timer of a subscription, or reschedules it. Bill tracking's job runs those of every area. */
export const setSubscriptionTimer = (
  tenant: TenantStore,
  kind: SubscriptionTimerKind,
  subject: string,
  dueAt: Date,
): Change => setTimer(tenant, { kind, subject, dueAt, area: 'billtracking' });
