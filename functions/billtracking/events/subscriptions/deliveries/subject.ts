// What a change is about.
import type { BillItem } from '../../../bills/record/bill.ts';
import type { BillRow } from '../../../bills/record/bill-row.ts';
import type { BillMatchItem } from '../../../searches/match.ts';
import type { CalendarEvent } from '../../record/calendar-event.ts';
import type { CommitteeMove } from '../officials/committee-move.ts';

/** A saved search found a bill. */
export interface FoundBill {
  readonly kind: 'bill-match';
  readonly record: BillMatchItem;
  readonly bill: BillItem;
  readonly searchName: string;
}

/** The record that changed, in its current state. */
export type Subject =
  | {
      readonly kind: 'calendar-event';
      readonly record: CalendarEvent;
      /** The rows of the bills on its agenda. */
      readonly bills: readonly BillRow[];
    }
  | { readonly kind: 'bill'; readonly record: BillItem }
  | FoundBill
  | CommitteeMove;
