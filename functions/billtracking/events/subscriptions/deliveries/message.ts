// The message about a change: its id and kind, and the current state of the event or the bill.
import type { ChangeEvent } from '../../../../../shared/data/change-feed.ts';
import { omitUndefined } from '../../../../../shared/directory/omit-undefined.ts';
import type { BillItem } from '../../../bills/bill.ts';
import type { CalendarEvent } from '../../calendar-event.ts';
import { classifyBillChange } from '../matching.ts';

/** The record that changed, in its current state. */
export type Subject =
  | { readonly kind: 'calendar-event'; readonly record: CalendarEvent }
  | { readonly kind: 'bill'; readonly record: BillItem };

/** A message as it is sent, in the structure that Standard Webhooks suggests. */
export interface Message {
  /** `calendar-event.created`, `calendar-event.updated`, `bill.updated`, `subscription.test` */
  readonly type: string;
  /** When it changed, ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const presentEvent = (event: CalendarEvent) => ({
  id: event.id,
  title: event.title,
  eventType: event.eventType,
  status: event.status,
  stateId: event.stateId,
  committees: event.committees,
  timeZone: event.timeZone,
  isAllDay: event.isAllDay,
  startDate: event.startDate,
  endDate: event.endDate,
  billIds: event.billIds.map(Number),
  sequence: event.sequence,
  ...omitUndefined({
    chamber: event.chamber,
    location: event.location,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    sourceUrl: event.sourceUrl,
  }),
});

const presentBill = (bill: BillItem) => ({
  id: Number(bill.id),
  billNumber: bill.billNumber,
  title: bill.title,
  stateId: bill.stateId,
  sessionName: bill.sessionName,
  status: bill.status,
  trackingStatus: bill.trackingStatus,
  position: bill.position,
  ...omitUndefined({ lastActionOn: bill.lastActionOn, lastActionTaken: bill.lastActionTaken }),
});

/** Fields that receivers do not see. */
const internalFields = new Set(['contentHash', 'sequence', 'schemaVersion', 'createdDate']);

/** The names of the changed fields that receivers see. */
export const visibleFields = ({ data }: Pick<ChangeEvent, 'data'>): string[] =>
  data.fields.filter((field) => !internalFields.has(field));

/**
 * The message about a change. `version` never decreases from one message to the next. `leftFilter` says that the event
 * no longer matches the subscription, which receives nothing more of it.
 */
export const buildChangeMessage = (
  subscriptionId: string,
  change: ChangeEvent,
  { kind, record }: Subject,
  hasLeft = false,
): Message => ({
  type: change.type,
  timestamp: change.time,
  data: {
    changeId: change.id,
    subscriptionId,
    subject: change.subject,
    version: record.version,
    fields: visibleFields(change),
    ...(hasLeft && { leftFilter: true }),
    ...(kind === 'bill'
      ? { changes: classifyBillChange(change), bill: presentBill(record) }
      : { event: presentEvent(record) }),
  },
});

export const buildTestMessage = (subscriptionId: string, name: string, now: Date): Message => ({
  type: 'subscription.test',
  timestamp: now.toISOString(),
  data: { subscriptionId, message: `This is a test of the subscription "${name}".` },
});
