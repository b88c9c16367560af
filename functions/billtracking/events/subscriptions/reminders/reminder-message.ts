// The message that reminds a webhook or a push subscription of a key date.

import type { Message } from '../../../../../shared/subscriptions/message.ts';
import { daysBetween } from '../../../../../shared/time/calendar-day.ts';
import type { BillRow } from '../../../bills/record/bill-row.ts';
import { presentEvent } from '../../present.ts';
import type { CalendarEvent } from '../../record/calendar-event.ts';

/** A key date of which somebody is reminded. */
export interface RemindedEvent {
  readonly event: CalendarEvent;
  readonly bills: readonly BillRow[];
  /** The number of days that the subscriber chose. */
  readonly daysBefore: number;
  /** YYYY-MM-DD, where the subscriber is. */
  readonly today: string;
}

/** The days that are left: fewer than the subscriber chose when the platform was down. */
export const countDaysLeft = ({ event, today }: Pick<RemindedEvent, 'event' | 'today'>): number =>
  daysBetween(today, event.startDate);

export const buildReminderMessage = (
  subscriptionId: string,
  reminded: RemindedEvent,
  now: Date,
): Message => ({
  type: 'key-date.reminder',
  timestamp: now.toISOString(),
  data: {
    subscriptionId,
    subject: reminded.event.id,
    daysBefore: reminded.daysBefore,
    daysLeft: countDaysLeft(reminded),
    event: presentEvent(reminded.event, reminded.bills),
  },
});
