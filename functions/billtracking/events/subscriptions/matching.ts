// Which changes a subscription is told: those of events and bills that its filter fits.
import type { ChangeEvent } from '../../../../shared/data/change-feed.ts';
import { type BillItem, isTracked } from '../../bills/bill.ts';
import type { CalendarEvent } from '../calendar-event.ts';
import {
  type BillChange,
  billChanges,
  type SubscriptionFilter,
  type SubscriptionItem,
} from './subscription.ts';

/** What matching asks of a bill. */
export type MatchableBill = Pick<BillItem, 'id' | 'stateId' | 'trackingStatus'> & {
  readonly committees: readonly { readonly id: number }[];
};

const isEmptyOrIncludesAny = <T>(wanted: readonly T[], has: readonly T[]): boolean =>
  wanted.length === 0 || has.some((one) => wanted.includes(one));

const isArchived = ({ trackingStatus }: Pick<BillItem, 'trackingStatus'>): boolean =>
  trackingStatus === 'ARCHIVED';

/**
 * Whether an event fits. `bills` are those that it is about, as far as the tenant has them: an archived one stops alerts,
 * so that an event fits by its other bills alone (docs/interface/billtracking.md#subscriptions).
 */
export function matchesEvent(
  { stateIds, committeeIds, eventTypes, billIds, trackedOnly }: SubscriptionFilter,
  event: Pick<CalendarEvent, 'stateId' | 'committees' | 'eventType'>,
  bills: readonly Pick<BillItem, 'id' | 'trackingStatus'>[],
): boolean {
  const alive = bills.filter((bill) => !isArchived(bill));
  return (
    isEmptyOrIncludesAny(stateIds, [event.stateId]) &&
    isEmptyOrIncludesAny(eventTypes, [event.eventType]) &&
    isEmptyOrIncludesAny(
      committeeIds,
      event.committees.map(({ id }) => id),
    ) &&
    isEmptyOrIncludesAny(
      billIds,
      alive.map(({ id }) => Number(id)),
    ) &&
    (!trackedOnly || alive.some(isTracked))
  );
}

/** Whether a bill fits: one that the tenant follows, or that the filter names, and that is not archived. */
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

const fieldsByBillChange: Readonly<Record<BillChange, readonly string[]>> = {
  status: ['status', 'trackingStatus'],
  action: ['actionCount', 'lastActionOn', 'lastActionTaken', 'rollCallCount'],
  position: ['position', 'positions'],
};

/** What kinds of change a bill's change is; a bill that is new has a new status. */
export const classifyBillChange = ({
  type,
  data,
}: Pick<ChangeEvent, 'type' | 'data'>): readonly BillChange[] =>
  type === 'bill.created'
    ? ['status']
    : billChanges.filter((kind) => fieldsByBillChange[kind].some((field) => data.fields.includes(field)));

/** Whether a subscription is told of what happens now: it is active, sent rather than fetched, and began before. */
export const isListening = (
  { status, channel, listensSince }: Pick<SubscriptionItem, 'status' | 'channel' | 'listensSince'>,
  { time }: Pick<ChangeEvent, 'time'>,
): boolean => status === 'active' && channel.type !== 'calendar' && listensSince <= time;

/** Whether a subscription wants a change of a bill, by its kind. */
export const coversBillChange = (
  { what }: Pick<SubscriptionItem, 'what'>,
  change: Pick<ChangeEvent, 'type' | 'data'>,
): boolean => classifyBillChange(change).some((kind) => what.bills.includes(kind));
