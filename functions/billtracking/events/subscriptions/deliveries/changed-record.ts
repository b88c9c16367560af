// The record of a change, and which subscriptions it concerns.
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { type BillItem, trackingStatuses } from '../../../bills/record/bill.ts';
import { billById, rowsById } from '../../../bills/record/store.ts';
import { matchById, searchesById } from '../../../searches/store.ts';
import { eventById } from '../../record/store.ts';
import { coversBillChange, coversEvent, matchesBill, matchesFoundBill, touchesFilter } from '../matching.ts';
import { isMoveOfFollowed } from '../officials/committee-move.ts';
import { listOfficialNews, mayConcernOfficials } from '../officials/official-news.ts';
import type { ChangeDetails } from './change-details.ts';
import { visibleFields } from './message.ts';
import type { Subject } from './subject.ts';

/** Whether messages have the record of a change: one of an event, a bill or a found bill that is not a removal, or of a membership. */
export const hasRecord = ({ type }: Pick<ChangeEvent, 'type'>): boolean =>
  /^((calendar-event|bill|bill-match)\.(created|updated)|membership\.(created|updated|removed))$/.test(type);

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
  if (change.type.startsWith('membership.')) {
    const { loadCommitteeMove } = await import('../officials/load-committee-move.ts');
    const subject = await loadCommitteeMove(tenant, change);
    return subject && { subject, bills: [] };
  }
  const event = await eventById(tenant, change.subject, { consistent: true });
  if (!event) return undefined;
  const bills = event.billIds.length > 0 ? await rowsById(tenant, event.billIds) : [];
  return { subject: { kind: 'calendar-event', record: event, bills }, bills };
}

/** Whether a bill's change is reported: its kind for a bill that matches, or what it says of followed officials. */
const matchesBillChange = (
  subscription: SubscriptionItem,
  change: ChangeEvent,
  bill: BillItem,
  details: ChangeDetails,
): boolean =>
  (coversBillChange(subscription, change, bill) && matchesBill(subscription.filter, bill)) ||
  listOfficialNews(subscription, change, bill, details).length > 0;

export function matchesFilter(
  subscription: SubscriptionItem,
  change: ChangeEvent,
  { subject, bills }: ChangedRecord,
  details: ChangeDetails,
): boolean {
  const { filter } = subscription;
  if (subject.kind === 'bill') return matchesBillChange(subscription, change, subject.record, details);
  if (subject.kind === 'bill-match') return matchesFoundBill(filter, subject.bill);
  if (subject.kind === 'membership') return true;
  return coversEvent(subscription, subject.record, bills);
}

/** Whether a subscription covers the kind of a change. */
export function coversChange(
  subscription: SubscriptionItem,
  change: ChangeEvent,
  { subject }: ChangedRecord,
  details: ChangeDetails,
): boolean {
  const { what } = subscription;
  if (subject.kind === 'bill')
    return (
      coversBillChange(subscription, change, subject.record) ||
      listOfficialNews(subscription, change, subject.record, details).length > 0
    );
  if (subject.kind === 'bill-match') return what.searches?.includes(subject.record.searchId) ?? false;
  // What a source said of an event is no news where nothing of the event is another.
  if (change.type === 'calendar-event.updated' && visibleFields(change).length === 0) return false;
  if (subject.kind === 'membership') return isMoveOfFollowed(subscription, change);
  return what.events || (what.keyDates === true && subject.record.keyDate !== undefined);
}

/** Whether a change may concern the officials whom a subscription follows: its details say whether it does. */
export const mayConcernFollowed = ({ what: { officials = [] } }: SubscriptionItem, change: ChangeEvent) =>
  officials.length > 0 && mayConcernOfficials(change);

/** Whether a subscription may cover such a change at all. */
export const mayCover = (subscription: SubscriptionItem, change: ChangeEvent): boolean => {
  const { what } = subscription;
  const { type } = change;
  if (type.startsWith('bill.')) return what.bills.length > 0 || mayConcernFollowed(subscription, change);
  if (type.startsWith('membership.')) return isMoveOfFollowed(subscription, change);
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
