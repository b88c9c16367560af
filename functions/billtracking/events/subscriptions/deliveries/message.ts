// What a receiver is told of a change: its id, what kind it is, and the event or the bill as it is now.
import type { ChangeEvent } from '../../../../../shared/data/change-feed.ts';
import { omitUndefined } from '../../../../../shared/directory/omit-undefined.ts';
import type { BillItem } from '../../../bills/bill.ts';
import type { CalendarEvent } from '../../calendar-event.ts';
import { classifyBillChange } from '../matching.ts';

/** What changed, as it is now. */
export type Subject =
  | { readonly kind: 'calendar-event'; readonly record: CalendarEvent }
  | { readonly kind: 'bill'; readonly record: BillItem };

/** A message as it is sent, by the shape that Standard Webhooks suggests. */
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

/** Fields that mean nothing to a receiver. */
const internalFields = new Set(['contentHash', 'sequence', 'schemaVersion', 'createdDate']);

/** The names of the fields that changed, as a receiver knows them. */
export const visibleFields = ({ data }: Pick<ChangeEvent, 'data'>): string[] =>
  data.fields.filter((field) => !internalFields.has(field));

/**
 * The message that tells a subscription of a change. `version` never gets smaller from one message to the next.
 * `leftFilter` says that the event was told before and fits the subscription no longer: nothing more comes of it.
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

/** The message of a test. */
export const buildTestMessage = (subscriptionId: string, name: string, now: Date): Message => ({
  type: 'subscription.test',
  timestamp: now.toISOString(),
  data: { subscriptionId, message: `This is a test of the subscription "${name}".` },
});
