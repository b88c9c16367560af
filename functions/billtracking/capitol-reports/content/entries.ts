// Builds the entries of bills and events in a report.

import type { EventType } from '../../../../shared/legislature/event-types.ts';
import { formatLocalTime } from '../../../../shared/time/local-time.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { BillAction, Chamber } from '../../bills/record/bill.ts';
import { heldPositionLabel, resolveTrackingLevel } from '../../bills/settings/bill-settings.ts';
import type { CalendarEvent } from '../../events/record/calendar-event.ts';
import type { BillFacts, ReportSource } from './report-source.ts';
import type { BillEntry, EventEntry } from './snapshot.ts';

const eventTypeLabels: Readonly<Record<EventType, string>> = {
  HEARING: 'Hearing',
  VOTE: 'Vote',
  COMMITTEE_MEETING: 'Committee meeting',
  FLOOR_SESSION: 'Floor session',
};

/** The label of an event's type. */
export const getEventTypeLabel = ({ eventType }: Pick<CalendarEvent, 'eventType'>): string =>
  eventTypeLabels[eventType];

/** The entry of an event, with the numbers of the tracked bills that it concerns. */
export function buildEventEntry(event: CalendarEvent, bills: readonly BillFacts[]): EventEntry {
  const local = event.startsAt === undefined ? undefined : formatLocalTime(event.startsAt, event.timeZone);
  const billIds = new Set(event.billIds);
  return {
    eventId: event.id,
    eventType: event.eventType,
    status: event.status,
    title: event.title,
    startDate: event.startDate,
    endDate: event.endDate,
    committees: event.committees.map(({ name }) => name),
    bills: bills.flatMap(({ bill }) => (billIds.has(bill.id) ? [bill.billNumber] : [])),
    ...omitUndefined({ time: local?.slice(11, 16), location: event.location }),
  };
}

/** The name of a chamber of the state: `House of Delegates`. */
const getChamberName = ({ state }: ReportSource, chamber: Chamber | undefined): string | undefined =>
  chamber === 'executive' ? 'Governor' : state.chambers.find(({ type }) => type === chamber)?.name;

/** What the entry of a bill contains besides its current state. */
interface BillEntryOptions {
  readonly actions?: readonly BillAction[];
  readonly reasons?: readonly string[];
  readonly hasOutcome?: boolean;
  readonly hasPositions?: boolean;
}

/** The entry of a bill, as of the end of the period. */
export function buildBillEntry(
  source: ReportSource,
  { bill, status, position, held, positionsTaken, outcome }: BillFacts,
  { actions, reasons, hasOutcome = false, hasPositions = false }: BillEntryOptions = {},
): BillEntry {
  const { settings } = source;
  return {
    billId: Number(bill.id),
    billNumber: bill.billNumber,
    title: bill.title,
    session: bill.sessionName,
    status,
    sponsors: bill.sponsors.filter(({ isPrimary }) => isPrimary).map(({ name }) => name),
    committees: bill.committees.map(({ name }) => name),
    trackingStatus: bill.trackingStatus,
    trackingLevel: resolveTrackingLevel(settings, bill).title,
    position,
    positionLabel: heldPositionLabel(settings, held ?? { position }).title,
    ...omitUndefined({
      positionSince: held?.effectiveFrom,
      priority: bill.priority,
      outcome: hasOutcome ? outcome : undefined,
      reasons: reasons && [...reasons],
      positionsTaken:
        hasPositions && positionsTaken.length > 0
          ? positionsTaken.map((held) => ({
              position: held.position,
              label: heldPositionLabel(settings, held).title,
              effectiveFrom: held.effectiveFrom,
            }))
          : undefined,
      actions: actions?.map(({ date, chamber, text }) => ({
        date,
        text,
        ...omitUndefined({ chamber: getChamberName(source, chamber) }),
      })),
    }),
  };
}
