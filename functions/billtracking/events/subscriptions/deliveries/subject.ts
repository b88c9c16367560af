// What a change is about.
import type { BillItem } from '../../../bills/bill.ts';
import type { CalendarEvent } from '../../calendar-event.ts';

/** The record that changed, in its current state. */
export type Subject =
  | { readonly kind: 'calendar-event'; readonly record: CalendarEvent }
  | { readonly kind: 'bill'; readonly record: BillItem };
