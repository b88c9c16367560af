// The record of a change, and which subscriptions it concerns.
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { type BillItem, trackingStatuses } from '../../../bills/bill.ts';
import { billById, rowsById } from '../../../bills/store.ts';
import { matchById, searchesById } from '../../../searches/store.ts';
import { eventById } from '../../store.ts';
import { coversBillChange, coversEvent, matchesBill, matchesFoundBill, touchesFilter } from '../matching.ts';
import type { ChangeDetails } from './change-details.ts';
import { visibleFields } from './message.ts';
import type { Subject } from './subject.ts';

/** Whether messages have the record of a change: one of an event, a bill or a found bill that is not a removal. */
export const hasRecord = ({ type }: Pick<ChangeEvent, 'type'>): boolean =>
  /^(calendar-event|bill|bill-match)\.(created|updated)$/.test(type);

/** The record that changed, with the bills that filters check. */
export interface ChangedRecord {
  readonly subject: Subject;
  readonly bills: readonly Pick<BillItem, 'id' | 'trackingStatus'>[];
}

async function loadFoundBill(tenant: TenantStore, id: string): Promise<ChangedRecord | undefined> {
  const match = await matchById(tenant, id);
  const [bill, [search]] = match
    ? await Promise.all([
        billById(tenant, match.billId, { consistent: true }),
        searchesById(tenant, [match.searchId]),
      ])
    : [undefined, []];
  if (!match || !bill || !search) return undefined;
  const subject = { kind: 'bill-match', record: match, bill, searchName: search.name } as const;
  return { subject, bills: [bill] };
}

/** The record of a change, as it was last written. */
export async function loadChangedRecord(
  tenant: TenantStore,
  change: ChangeEvent,
): Promise<ChangedRecord | undefined> {
  if (change.type.startsWith('bill.')) {
    const bill = await billById(tenant, change.subject, { consistent: true });
    return bill && { subject: { kind: 'bill', record: bill }, bills: [bill] };
  }
  if (change.type.startsWith('bill-match.')) return loadFoundBill(tenant, change.subject);
  const event = await eventById(tenant, change.subject, { consistent: true });
  if (!event) return undefined;
  const bills = event.billIds.length > 0 ? await rowsById(tenant, event.billIds) : [];
  return { subject: { kind: 'calendar-event', record: event, bills }, bills };
}

export function matchesFilter(subscription: SubscriptionItem, { subject, bills }: ChangedRecord): boolean {
  const { filter } = subscription;
  if (subject.kind === 'bill') return matchesBill(filter, subject.record);
  if (subject.kind === 'bill-match') return matchesFoundBill(filter, subject.bill);
  return coversEvent(subscription, subject.record, bills);
}

/** Whether a subscription covers the kind of a change. */
export function coversChange(
  { what }: SubscriptionItem,
  change: ChangeEvent,
  { subject }: ChangedRecord,
): boolean {
  if (subject.kind === 'bill') return coversBillChange({ what }, change, subject.record);
  if (subject.kind === 'bill-match') return what.searches?.includes(subject.record.searchId) ?? false;
  // What a source said of an event is no news where nothing of the event is another.
  if (change.type === 'calendar-event.updated' && visibleFields(change).length === 0) return false;
  return what.events || (what.keyDates === true && subject.record.keyDate !== undefined);
}

/** Whether a subscription may cover changes of such a record at all. */
export const mayCover = ({ what }: SubscriptionItem, { type }: ChangeEvent): boolean => {
  if (type.startsWith('bill.')) return what.bills.length > 0;
  return type.startsWith('bill-match.')
    ? (what.searches ?? []).length > 0
    : what.events || what.keyDates === true;
};

/** Whether this change may make an event leave a filter; a subscription that received the event is informed of that. */
export const mayLeaveFilter = ({ type, data }: ChangeEvent): boolean =>
  type === 'calendar-event.updated' && touchesFilter(data.fields);

/**
 * Whether a bill left the filter by this change of its tracking: a mirror is notified that it gets nothing more of the bill.
 * People are not: an archived bill alerts nobody.
 */
export const leavesByTracking = (
  { filter, channel }: SubscriptionItem,
  { type, data }: ChangeEvent,
  { subject }: ChangedRecord,
  { values }: ChangeDetails,
): boolean => {
  const before = trackingStatuses.find((status) => status === values?.trackingStatus?.oldValue);
  return (
    channel.type === 'webhook' &&
    subject.kind === 'bill' &&
    type === 'bill.updated' &&
    data.fields.includes('trackingStatus') &&
    before !== undefined &&
    matchesBill(filter, { ...subject.record, trackingStatus: before })
  );
};
