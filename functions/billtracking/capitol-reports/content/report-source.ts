// The source data of a capitol report: tracked bills with what happened to each, events, and the session's days.
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import type { State } from '../../../../shared/legislature/states.ts';
import type { BillAction, BillItem, BillPosition, HeldPosition } from '../../bills/record/bill.ts';
import { heldPositions } from '../../bills/record/bill.ts';
import { deriveOutcome, hasCrossedOver, type Outcome } from '../../bills/record/outcome.ts';
import type { BillSettings } from '../../bills/settings/bill-settings.ts';
import type { CalendarEvent } from '../../events/record/calendar-event.ts';
import type { DayOfDate, DaysLeft } from '../legislation-days/schemas.ts';
import { isWithin, type Period } from './period.ts';

/** A bill with the facts that a report contains. */
export interface BillFacts {
  readonly bill: BillItem;
  /** The status at the end of the period; blank when it is not known any more. */
  readonly status: string;
  /** The association's position at the end of the period. */
  readonly position: BillPosition;
  readonly held: HeldPosition | undefined;
  /** Positions that took effect in the period. */
  readonly positionsTaken: readonly HeldPosition[];
  /** Actions in the period, in their order. */
  readonly actions: readonly BillAction[];
  readonly isIntroduced: boolean;
  readonly outcome: Outcome;
  /** Whether the bill was decided in the period. */
  readonly isDecidedNow: boolean;
  readonly hasCrossedOver: boolean;
  /** Events that concern the bill, in the period or ahead. */
  readonly events: readonly CalendarEvent[];
}

/** The session's days, seen from the reference day of the report. */
export interface SessionDays {
  readonly day: DayOfDate;
  readonly crossover: DaysLeft | undefined;
  readonly sineDie: DaysLeft | undefined;
  /** The number of mapped legislative days. */
  readonly mapped: number;
}

/** Everything from which a report is built. */
export interface ReportSource {
  readonly state: State;
  readonly session: Session | undefined;
  readonly period: Period;
  /** The reference day, from which the report looks ahead, in the state's time zone. */
  readonly day: string;
  readonly settings: BillSettings;
  /** The most urgent first. */
  readonly bills: readonly BillFacts[];
  /** Events that concern these bills, in the period or ahead, by day. */
  readonly events: readonly CalendarEvent[];
  readonly days: SessionDays | undefined;
  /** How many bills are not decided and no longer read by any data feed; counted for an end of session report. */
  readonly unreadBills?: number | undefined;
}

/** The facts of a bill, without actions and positions after the period. */
export function buildBillFacts(
  stored: BillItem,
  all: readonly BillAction[],
  events: readonly CalendarEvent[],
  period: Period,
): BillFacts {
  // A report tells of what was held: a void position never was.
  const bill = { ...stored, positions: heldPositions(stored.positions) };
  const until = all.filter(({ date }) => date <= period.endDate);
  const actions = until.filter(({ date }) => date >= period.startDate);
  const held = bill.positions.findLast(({ effectiveFrom }) => effectiveFrom <= period.endDate);
  const before = until.filter(({ date }) => date < period.startDate);
  // Only the current status is known, which does not apply to a period that later actions followed.
  const { status } = all.length > until.length ? { status: '' } : bill;
  const outcome = deriveOutcome({ chamber: bill.chamber, status }, until);
  return {
    bill,
    status,
    position: held?.position ?? 'NO_POSITION',
    held,
    positionsTaken: bill.positions.filter(({ effectiveFrom }) => isWithin(effectiveFrom, period)),
    actions,
    isIntroduced: isWithin(bill.introducedDate, period),
    outcome,
    isDecidedNow:
      outcome !== 'UNDECIDED' &&
      actions.length > 0 &&
      deriveOutcome({ chamber: bill.chamber, status: '' }, before) !== outcome,
    hasCrossedOver: hasCrossedOver({ chamber: bill.chamber, status }, until),
    events: events.filter(({ billIds }) => billIds.includes(bill.id)),
  };
}

const trackingRanks = { PRIORITY: 0, TRACKING: 1, WATCHING: 2, ARCHIVED: 3, NOT_TRACKED: 4 } as const;

/** Sorts HB 9 before HB 10. */
const billNumberSortKey = (billNumber: string): string =>
  billNumber.toUpperCase().replace(/\d+/g, (digits) => digits.padStart(8, '0'));

/** Orders by urgency: by tracking status, priority, then number. */
export const compareByUrgency = ({ bill: a }: BillFacts, { bill: b }: BillFacts): number => {
  const [key, otherKey] = [billNumberSortKey(a.billNumber), billNumberSortKey(b.billNumber)];
  return (
    trackingRanks[a.trackingStatus] - trackingRanks[b.trackingStatus] ||
    (a.priority ?? 9) - (b.priority ?? 9) ||
    (key < otherKey ? -1 : key > otherKey ? 1 : Number(a.id) - Number(b.id))
  );
};
