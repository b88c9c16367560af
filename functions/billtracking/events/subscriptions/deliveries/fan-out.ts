// Fans a change out: each subscription that it fits takes it in once, whoever comes by with it and however often.
//
// In one transaction a subscription's lane takes the change in and its delivery is written, on condition that the lane is
// as it was read. Two who come by with the same change, or with two changes of one record, thus come after one another,
// and the later one reads the record anew: no message tells of an earlier version than the one before it.

import type { ChangeEvent } from '../../../../../shared/data/change-feed.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { BillItem } from '../../../bills/bill.ts';
import { billById, rowsById } from '../../../bills/store.ts';
import { eventById } from '../../store.ts';
import { coversBillChange, isListening, matchesBill, matchesEvent } from '../matching.ts';
import { allSubscriptions } from '../store.ts';
import type { SubscriptionItem } from '../subscription.ts';
import { buildDelivery } from './delivery.ts';
import { buildChangeMessage, type Subject, visibleFields } from './message.ts';
import { notifyPushChannel } from './progress.ts';
import { findSubjectQueues, putDelivery, putSubjectQueue } from './store.ts';
import { enqueueChange, hasEnqueued, type SubjectQueueItem } from './subject-queue.ts';

/** Three changes each at most, in a transaction of a hundred. */
const SUBSCRIPTIONS_PER_TRANSACTION = 30;

/** Whether a change is of something that can be subscribed to, and is not a removal. */
export const isDeliverable = ({ type }: Pick<ChangeEvent, 'type'>): boolean =>
  /^(calendar-event|bill)\.(created|updated)$/.test(type);

const coversChange = (subscription: SubscriptionItem, change: ChangeEvent): boolean =>
  change.type.startsWith('bill.') ? coversBillChange(subscription, change) : subscription.what.events;

/** What changed, with the bills that decide whether it fits. */
interface ChangedRecord {
  readonly subject: Subject;
  readonly bills: readonly Pick<BillItem, 'id' | 'trackingStatus'>[];
}

/** What a change is of, as it was last written. */
export async function loadChangedRecord(
  tenant: TenantStore,
  change: ChangeEvent,
): Promise<ChangedRecord | undefined> {
  if (change.type.startsWith('bill.')) {
    const bill = await billById(tenant, change.subject, { consistent: true });
    return bill && { subject: { kind: 'bill', record: bill }, bills: [bill] };
  }
  const event = await eventById(tenant, change.subject, { consistent: true });
  if (!event) return undefined;
  const bills = event.billIds.length > 0 ? await rowsById(tenant, event.billIds) : [];
  return { subject: { kind: 'calendar-event', record: event }, bills };
}

const matchesFilter = ({ filter }: SubscriptionItem, { subject, bills }: ChangedRecord): boolean =>
  subject.kind === 'bill' ? matchesBill(filter, subject.record) : matchesEvent(filter, subject.record, bills);

/** What a filter looks at in an event. */
const filteredFields = ['stateId', 'committees', 'eventType', 'billIds'];

/** Whether an event may have left a filter by this change: whoever was told of it before is told that as well. */
const mayLeaveFilter = ({ type, data }: ChangeEvent): boolean =>
  type === 'calendar-event.updated' && data.fields.some((field) => filteredFields.includes(field));

/** The lane of a change. */
const queueSubject = ({ type, subject }: ChangeEvent): string => `${type.split('.', 1)[0]}#${subject}`;

/** What one subscription takes in. */
function buildDeliveryChanges(
  tenant: TenantStore,
  { id: subscriptionId, channel: { type: channel } }: SubscriptionItem,
  before: SubjectQueueItem | undefined,
  change: ChangeEvent,
  { subject, hasLeft }: { readonly subject: Subject; readonly hasLeft: boolean },
  now: Date,
): Change[] {
  const about = { subscriptionId, channel, subject: queueSubject(change) };
  const { id, type, time } = change;
  const lane = enqueueChange(before, about, { id, type, fields: visibleFields(change), at: time }, now);
  const taken = putSubjectQueue(tenant, before, lane);
  // What is mailed waits in its lane for the digest, which is then the delivery.
  if (channel === 'mail') return [taken];
  const delivery = buildDelivery(
    { ...about, id },
    buildChangeMessage(subscriptionId, change, subject, hasLeft),
    now,
  );
  const written = putDelivery(tenant, delivery);
  return channel === 'push' ? [taken, written, notifyPushChannel(tenant, delivery, now)] : [taken, written];
}

interface FanOutOptions {
  /** Real time. */
  readonly now: Date;
  /** Those of the tenant unless told. */
  readonly subscriptions?: readonly SubscriptionItem[];
  /** Tell these once more, though they took the change in before or began to listen after it. */
  readonly isReplay?: boolean;
}

/**
 * Has every subscription that a change fits take it in, each once.
 * @returns how many took it in now
 */
export async function fanOut(
  tenant: TenantStore,
  change: ChangeEvent,
  { now, subscriptions, isReplay = false }: FanOutOptions,
): Promise<number> {
  if (!isDeliverable(change)) return 0;
  const all = subscriptions ?? (await allSubscriptions(tenant));
  const wanting = all.filter((one) => (isReplay || isListening(one, change)) && coversChange(one, change));
  const first = wanting.length > 0 ? await loadChangedRecord(tenant, change) : undefined;
  const fitting = first ? wanting.filter((one) => matchesFilter(one, first) || mayLeaveFilter(change)) : [];
  let taken = 0;
  for (let start = 0; start < fitting.length; start += SUBSCRIPTIONS_PER_TRANSACTION) {
    const some = fitting.slice(start, start + SUBSCRIPTIONS_PER_TRANSACTION);
    const { count } = await decideAndCommit(async () => {
      // The lanes first: what is read of the record after them is no older than what they were told before.
      const lanes = await findSubjectQueues(
        tenant,
        some.map(({ id: subscriptionId }) => ({ subscriptionId, subject: queueSubject(change) })),
      );
      const asked = await loadChangedRecord(tenant, change);
      const told = some.map((one, at): Change[] => {
        const isNew = isReplay || !hasEnqueued(lanes[at], change.id);
        if (!asked || !isNew) return [];
        const hasLeft = !matchesFilter(one, asked);
        // A digest tells what fits when it is written, and leaves the others out by itself.
        const wasTold = lanes[at] !== undefined && !isReplay && one.channel.type !== 'mail';
        return hasLeft && !wasTold
          ? []
          : buildDeliveryChanges(tenant, one, lanes[at], change, { subject: asked.subject, hasLeft }, now);
      });
      return { changes: told.flat(), count: told.filter(({ length }) => length > 0).length };
    });
    taken += count;
  }
  return taken;
}
