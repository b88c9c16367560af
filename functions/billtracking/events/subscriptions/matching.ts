// Decides which changes of events and bills a subscription receives.
import type { ChangeEvent } from '../../../../shared/change-feed/change-event.ts';
import {
  type BillChange,
  billChanges,
  type SubscriptionFilter,
  type SubscriptionItem,
} from '../../../../shared/subscriptions/subscription.ts';
import { type BillItem, isTracked } from '../../bills/record/bill.ts';
import type { CalendarEvent } from '../record/calendar-event.ts';

/** The part of a bill that a filter checks. */
export type MatchableBill = Pick<BillItem, 'id' | 'stateId' | 'trackingStatus'> & {
  readonly committees: readonly { readonly id: number }[];
};

const isEmptyOrIncludesAny = <T>(filter: readonly T[], values: readonly T[]): boolean =>
  filter.length === 0 || values.some((value) => filter.includes(value));

const isArchived = ({ trackingStatus }: Pick<BillItem, 'trackingStatus'>): boolean =>
  trackingStatus === 'ARCHIVED';

/**
 * Whether an event matches. `bills` are the bills on its agenda that the tenant has; archived bills stop alerts, so
 * only the others count (docs/interface/billtracking.md#subscriptions).
 */
function matchesEvent(
  { stateIds, committeeIds, eventTypes, billIds, trackedOnly }: SubscriptionFilter,
  event: Pick<CalendarEvent, 'stateId' | 'committees' | 'eventType'>,
  bills: readonly Pick<BillItem, 'id' | 'trackingStatus'>[],
): boolean {
  const activeBills = bills.filter((bill) => !isArchived(bill));
  return (
    isEmptyOrIncludesAny(stateIds, [event.stateId]) &&
    isEmptyOrIncludesAny(eventTypes, [event.eventType]) &&
    isEmptyOrIncludesAny(
      committeeIds,
      event.committees.map(({ id }) => id),
    ) &&
    isEmptyOrIncludesAny(
      billIds,
      activeBills.map(({ id }) => Number(id)),
    ) &&
    (!trackedOnly || activeBills.some(isTracked))
  );
}

/**
 * Whether a subscription is notified of an event: it matches the filter, or it is a key date of the filter's states, which
 * concerns all their bills.
 */
export const coversEvent = (
  { what, filter }: Pick<SubscriptionItem, 'what' | 'filter'>,
  event: Pick<CalendarEvent, 'stateId' | 'committees' | 'eventType' | 'keyDate'>,
  bills: readonly Pick<BillItem, 'id' | 'trackingStatus'>[],
): boolean =>
  (what.events && matchesEvent(filter, event, bills)) ||
  (what.keyDates === true &&
    event.keyDate !== undefined &&
    isEmptyOrIncludesAny(filter.stateIds, [event.stateId]));

/** The fields of an event that filters check. */
const filteredFields = ['stateId', 'committees', 'eventType', 'billIds', 'keyDate'];

/** Whether a change of these fields may make an event enter or leave a filter. */
export const touchesFilter = (fields: readonly string[]): boolean =>
  fields.some((field) => filteredFields.includes(field));

/** Whether a bill matches: it is tracked or named by the filter, and not archived. */
export const matchesBill = (
  { stateIds, committeeIds, billIds }: SubscriptionFilter,
  bill: MatchableBill,
): boolean =>
  !isArchived(bill) &&
  (isTracked(bill) || billIds.includes(Number(bill.id))) &&
  isEmptyOrIncludesAny(stateIds, [bill.stateId]) &&
  isEmptyOrIncludesAny(billIds, [Number(bill.id)]) &&
  isEmptyOrIncludesAny(
    committeeIds,
    bill.committees.map(({ id }) => id),
  );

/** Whether a bill that a search found is reported: it is not archived, and of the filter's states and committees. */
export const matchesFoundBill = (
  { stateIds, committeeIds }: Pick<SubscriptionFilter, 'stateIds' | 'committeeIds'>,
  bill: Omit<MatchableBill, 'id'>,
): boolean =>
  !isArchived(bill) &&
  isEmptyOrIncludesAny(stateIds, [bill.stateId]) &&
  isEmptyOrIncludesAny(
    committeeIds,
    bill.committees.map(({ id }) => id),
  );

/**
 * Whether the votes and sponsorships of followed officials on a bill are reported: it is not archived, and matches the filter. It
 * need not be tracked, unless the filter says so.
 */
export const matchesOfficialBill = (
  { stateIds, committeeIds, billIds, trackedOnly }: SubscriptionFilter,
  bill: MatchableBill,
): boolean =>
  matchesFoundBill({ stateIds, committeeIds }, bill) &&
  isEmptyOrIncludesAny(billIds, [Number(bill.id)]) &&
  (!trackedOnly || isTracked(bill));

const fieldsByBillChange: Readonly<Record<BillChange, readonly string[]>> = {
  status: ['status', 'trackingStatus'],
  action: ['actionCount', 'lastActionOn', 'lastActionTaken', 'rollCallCount', 'actionsSeenAt'],
  vote: ['rollCallCount'],
  position: ['position', 'positions'],
  title: ['title', 'alternateTitle', 'summary'],
  sponsor: ['sponsors'],
  committee: ['committees'],
  version: ['versions'],
  text: ['replacedText'],
  rewrite: ['rewrite'],
  document: ['documents'],
  relation: ['relations'],
};

/** What is told of a new bill: its status, and its actions, votes and position where it has some. */
const classifyNewBill = ({
  actionCount,
  rollCallCount,
  position,
}: Pick<BillItem, 'actionCount' | 'rollCallCount' | 'position'>): readonly BillChange[] => [
  'status',
  ...(actionCount + rollCallCount > 0 ? (['action'] as const) : []),
  ...(rollCallCount > 0 ? (['vote'] as const) : []),
  ...(position === 'NO_POSITION' ? [] : (['position'] as const)),
];

/** The kinds of change that a bill's change belongs to. @param bill the bill as it is now */
export const classifyBillChange = (
  { type, data }: Pick<ChangeEvent, 'type' | 'data'>,
  bill: Pick<BillItem, 'actionCount' | 'rollCallCount' | 'position'>,
): readonly BillChange[] =>
  type === 'bill.created'
    ? classifyNewBill(bill)
    : billChanges.filter((kind) => fieldsByBillChange[kind].some((field) => data.fields.includes(field)));

/** Whether a subscription receives changes of that time: it is active, sends rather than serves, and began earlier. */
export const isListening = (
  { status, channel, listensSince }: Pick<SubscriptionItem, 'status' | 'channel' | 'listensSince'>,
  { time }: Pick<ChangeEvent, 'time'>,
): boolean => status === 'active' && channel.type !== 'calendar' && listensSince <= time;

/** Whether a subscription covers the kind of a bill's change. */
export const coversBillChange = (
  { what }: Pick<SubscriptionItem, 'what'>,
  change: Pick<ChangeEvent, 'type' | 'data'>,
  bill: Pick<BillItem, 'actionCount' | 'rollCallCount' | 'position'>,
): boolean => classifyBillChange(change, bill).some((kind) => what.bills.includes(kind));
