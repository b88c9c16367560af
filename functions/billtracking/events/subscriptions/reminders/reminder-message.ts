// The message that reminds a webhook or a push subscription of a key date.
import type { Message } from '../../../../../shared/subscriptions/message.ts';
import type { BillRow } from '../../../bills/bill-row.ts';
import type { CalendarEvent } from '../../calendar-event.ts';
import { presentEvent } from '../../present.ts';

/** A key date of which somebody is reminded. */
export interface RemindedEvent {
  readonly event: CalendarEvent;
  readonly bills: readonly BillRow[];
  /** The number of days that the subscriber chose. */
  readonly daysBefore: number;
  /** YYYY-MM-DD, where the subscriber is. */
  readonly today: string;
}

const DAY = 86_400_000;

/** The days that are left: fewer than the subscriber chose when the platform was down. */
export const countDaysLeft = ({ event, today }: Pick<RemindedEvent, 'event' | 'today'>): number =>
  Math.round((Date.parse(event.startDate) - Date.parse(today)) / DAY);

/** How far a key date is, in words. */
export const formatDaysLeft = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;

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
