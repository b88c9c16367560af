// Fans a change out to every subscription that matches it, exactly once however often it is called with the change.
//
// One transaction adds the change to a subscription's subject queue and writes the delivery, on condition that the
// queue is unchanged. Concurrent calls for the same change, or for two changes of one record, are thus serialized, and
// the later one reads the record again: no message contains an earlier version than the one before it.
import type { ChangeEvent } from '../../../../../shared/change-feed/feed.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { BillItem } from '../../../bills/bill.ts';
import { billById, rowsById } from '../../../bills/store.ts';
import { eventById } from '../../store.ts';
import { coversBillChange, isListening, matchesBill, matchesEvent, touchesFilter } from '../matching.ts';
import { allSubscriptions } from '../store.ts';
import type { SubscriptionItem } from '../subscription.ts';
import { type ChangeDetails, loadChangeDetails } from './change-details.ts';
import { buildDelivery } from './delivery.ts';
import { buildChangeMessage, visibleFields } from './message.ts';
import { notifyPushChannel } from './progress.ts';
import { findSubjectQueues, putDelivery, putSubjectQueue } from './store.ts';
import type { Subject } from './subject.ts';
import { enqueueChange, hasEnqueued, type SubjectQueueItem } from './subject-queue.ts';

/** At most three writes each, in a transaction of a hundred. */
const SUBSCRIPTIONS_PER_TRANSACTION = 30;

/** Whether subscriptions can receive a change: one of an event or a bill that is not a removal. */
export const isDeliverable = ({ type }: Pick<ChangeEvent, 'type'>): boolean =>
  /^(calendar-event|bill)\.(created|updated)$/.test(type);

/** The record that changed, with the bills that filters check. */
interface ChangedRecord {
  readonly subject: Subject;
  readonly bills: readonly Pick<BillItem, 'id' | 'trackingStatus'>[];
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
  const event = await eventById(tenant, change.subject, { consistent: true });
  if (!event) return undefined;
  const bills = event.billIds.length > 0 ? await rowsById(tenant, event.billIds) : [];
  return { subject: { kind: 'calendar-event', record: event }, bills };
}

const matchesFilter = ({ filter }: SubscriptionItem, { subject, bills }: ChangedRecord): boolean =>
  subject.kind === 'bill' ? matchesBill(filter, subject.record) : matchesEvent(filter, subject.record, bills);

/** Whether a subscription covers the kind of a change. */
const coversChange = (
  { what }: SubscriptionItem,
  change: ChangeEvent,
  { subject }: ChangedRecord,
): boolean => (subject.kind === 'bill' ? coversBillChange({ what }, change, subject.record) : what.events);

/** Whether this change may make an event leave a filter; a subscription that received the event is informed of that. */
const mayLeaveFilter = ({ type, data }: ChangeEvent): boolean =>
  type === 'calendar-event.updated' && touchesFilter(data.fields);

/** The subject of the queue that a change belongs to. */
const queueSubject = ({ type, subject }: ChangeEvent): string => `${type.split('.', 1)[0]}#${subject}`;

interface DeliveryContent {
  readonly subject: Subject;
  readonly details: ChangeDetails;
  readonly hasLeft: boolean;
}

/** Queues a change for one subscription and writes its delivery. */
function buildDeliveryChanges(
  tenant: TenantStore,
  { id: subscriptionId, channel: { type: channel } }: SubscriptionItem,
  before: SubjectQueueItem | undefined,
  change: ChangeEvent,
  { subject, details, hasLeft }: DeliveryContent,
  now: Date,
): Change[] {
  const name = { subscriptionId, channel, subject: queueSubject(change) };
  const { id, type, time } = change;
  const queue = enqueueChange(before, name, { id, type, fields: visibleFields(change), at: time }, now);
  const queued = putSubjectQueue(tenant, before, queue);
  // Changes to be mailed stay queued until the digest, which is the delivery.
  if (channel === 'mail') return [queued];
  const delivery = buildDelivery(
    { ...name, id },
    buildChangeMessage(subscriptionId, change, subject, { ...details, hasLeft }),
    now,
  );
  const written = putDelivery(tenant, delivery);
  return channel === 'push' ? [queued, written, notifyPushChannel(tenant, delivery, now)] : [queued, written];
}

interface FanOutOptions {
  /** Real time. */
  readonly now: Date;
  /** All of the tenant's by default. */
  readonly subscriptions?: readonly SubscriptionItem[];
  /** Deliver again, also what was queued before or happened before the subscription began. */
  readonly isReplay?: boolean;
}

/**
 * Queues a change for every subscription that matches it.
 * @returns how many subscriptions it was queued for now
 */
export async function fanOut(
  tenant: TenantStore,
  change: ChangeEvent,
  { now, subscriptions, isReplay = false }: FanOutOptions,
): Promise<number> {
  if (!isDeliverable(change)) return 0;
  const all = subscriptions ?? (await allSubscriptions(tenant));
  const isBill = change.type.startsWith('bill.');
  const candidates = all.filter(
    (subscription) =>
      (isReplay || isListening(subscription, change)) &&
      (isBill ? subscription.what.bills.length > 0 : subscription.what.events),
  );
  const first = candidates.length > 0 ? await loadChangedRecord(tenant, change) : undefined;
  const matching = first
    ? candidates.filter(
        (subscription) =>
          coversChange(subscription, change, first) &&
          (matchesFilter(subscription, first) || mayLeaveFilter(change)),
      )
    : [];
  // Only messages that are sent now need them; a digest loads them when it is written.
  const details = matching.some(({ channel }) => channel.type !== 'mail')
    ? await loadChangeDetails(tenant, change, first?.subject)
    : {};
  let total = 0;
  for (let start = 0; start < matching.length; start += SUBSCRIPTIONS_PER_TRANSACTION) {
    const batch = matching.slice(start, start + SUBSCRIPTIONS_PER_TRANSACTION);
    const { count } = await decideAndCommit(async () => {
      // The queues are read first, so that the record read after them is no older than what was queued before.
      const queues = await findSubjectQueues(
        tenant,
        batch.map(({ id: subscriptionId }) => ({ subscriptionId, subject: queueSubject(change) })),
      );
      const record = await loadChangedRecord(tenant, change);
      const changes = batch.map((subscription, index): Change[] => {
        const queue = queues[index];
        if (!record || (!isReplay && hasEnqueued(queue, change.id))) return [];
        const hasLeft = !matchesFilter(subscription, record);
        const wasDelivered = queue !== undefined && !isReplay;
        return hasLeft && !wasDelivered
          ? []
          : buildDeliveryChanges(
              tenant,
              subscription,
              queue,
              change,
              { subject: record.subject, details, hasLeft },
              now,
            );
      });
      return { changes: changes.flat(), count: changes.filter(({ length }) => length > 0).length };
    });
    total += count;
  }
  return total;
}
