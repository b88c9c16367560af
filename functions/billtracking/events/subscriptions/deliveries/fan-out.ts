// Fans a change out to every subscription that matches it, or follows its topic, exactly once however often it is called
// with the change.
//
// One transaction adds the change to a subscription's subject queue and writes the delivery, on condition that the
// queue is unchanged. Concurrent calls for the same change, or for two changes of one record, are thus serialized, and
// the later one reads the record again: no message contains an earlier version than the one before it.
import { tenantKey } from '../../../../../shared/auth/records.ts';
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { buildDelivery } from '../../../../../shared/subscriptions/delivery.ts';
import {
  findSubjectQueues,
  putDelivery,
  putSubjectQueue,
  removeDelivery,
} from '../../../../../shared/subscriptions/delivery-store.ts';
import { selectFollowing } from '../../../../../shared/subscriptions/follower.ts';
import { buildTopicMessage, type Message } from '../../../../../shared/subscriptions/message.ts';
import { notifyPushChannel } from '../../../../../shared/subscriptions/progress.ts';
import { allSubscriptions } from '../../../../../shared/subscriptions/store.ts';
import {
  dropLast,
  enqueueChange,
  findMergeable,
  hasEnqueued,
  type SubjectQueueItem,
} from '../../../../../shared/subscriptions/subject-queue.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { setSubscriptionTimer } from '../../../../../shared/subscriptions/timers.ts';
import { type BillItem, trackingStatuses } from '../../../bills/bill.ts';
import { billById, rowsById } from '../../../bills/store.ts';
import { matchById, searchesById } from '../../../searches/store.ts';
import { eventById } from '../../store.ts';
import {
  coversBillChange,
  coversEvent,
  isListening,
  matchesBill,
  matchesFoundBill,
  touchesFilter,
} from '../matching.ts';
import { type ChangeDetails, loadChangeDetails } from './change-details.ts';
import { buildChangeMessage, visibleFields } from './message.ts';
import { buildNotice } from './notice.ts';
import type { Subject } from './subject.ts';
import { wakeReminders } from './wake-reminders.ts';

/** At most four writes each, in a transaction of a hundred. */
const SUBSCRIPTIONS_PER_TRANSACTION = 24;

/** Whether messages have the record of a change: one of an event, a bill or a found bill that is not a removal. */
export const hasRecord = ({ type }: Pick<ChangeEvent, 'type'>): boolean =>
  /^(calendar-event|bill|bill-match)\.(created|updated)$/.test(type);

/** The record that changed, with the bills that filters check. */
interface ChangedRecord {
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

function matchesFilter(subscription: SubscriptionItem, { subject, bills }: ChangedRecord): boolean {
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
  return what.events || (what.keyDates === true && subject.record.keyDate !== undefined);
}

/** Whether a subscription may cover changes of such a record at all. */
const mayCover = ({ what }: SubscriptionItem, { type }: ChangeEvent): boolean => {
  if (type.startsWith('bill.')) return what.bills.length > 0;
  return type.startsWith('bill-match.')
    ? (what.searches ?? []).length > 0
    : what.events || what.keyDates === true;
};

/** Whether this change may make an event leave a filter; a subscription that received the event is informed of that. */
const mayLeaveFilter = ({ type, data }: ChangeEvent): boolean =>
  type === 'calendar-event.updated' && touchesFilter(data.fields);

/**
 * Whether a bill left the filter by this change of its tracking: a mirror is told that it gets nothing more of the bill.
 * People are not: an archived bill alerts nobody.
 */
const leavesByTracking = (
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

/** The subject of the queue that a change belongs to. */
const queueSubject = ({ type, subject }: ChangeEvent): string => `${type.split('.', 1)[0]}#${subject}`;

/** A change with what is sent of it. */
interface Composed {
  readonly message: Message;
  readonly byTopic?: true;
}

/** The event of an update in whose place comes a later one, with the fields of both. */
const mergeFields = (change: ChangeEvent, earlier: readonly string[]): ChangeEvent => ({
  ...change,
  data: { ...change.data, fields: [...new Set([...earlier, ...change.data.fields])].sort() },
});

/** Queues a change for one subscription and writes its delivery. */
function buildDeliveryChanges(
  tenant: TenantStore,
  { id: subscriptionId, channel }: SubscriptionItem,
  before: SubjectQueueItem | undefined,
  change: ChangeEvent,
  { message, byTopic }: Composed,
  { now, mailAt }: { readonly now: Date; readonly mailAt: Date | undefined },
): Change[] {
  const name = { subscriptionId, channel: channel.type, subject: queueSubject(change) };
  const { id, type, time } = change;
  const isNew = !before?.waiting.some((queued) => queued.id === id);
  // A change of a state is told by itself: a receiver acts on each.
  const hasStates = change.data.states !== undefined;
  const replaced = isNew ? findMergeable(before, { type, byTopic, hasStates }) : undefined;
  const merged = byTopic && replaced ? mergeFields(change, replaced.fields) : change;
  const fields = byTopic ? merged.data.fields : visibleFields(change);
  const queue = enqueueChange(
    before && replaced ? dropLast(before) : before,
    name,
    { id, type, fields, at: time, ...(byTopic && { byTopic }), ...(hasStates && { hasStates }) },
    now,
  );
  const queued = putSubjectQueue(tenant, before, queue);
  // Changes to be mailed stay queued until the digest, which is the delivery.
  if (channel.type === 'mail')
    return channel.digest.frequency === 'immediate' && mailAt
      ? [queued, setSubscriptionTimer(tenant, 'event-digest', subscriptionId, mailAt)]
      : [queued];
  const sent = byTopic ? buildTopicMessage(merged) : message;
  const delivery = buildDelivery({ ...name, id, ...(byTopic && { byTopic }) }, sent, now);
  return [
    queued,
    putDelivery(tenant, delivery),
    ...(replaced ? [removeDelivery(tenant, { subscriptionId, id: replaced.id })] : []),
    ...(channel.type === 'push' ? [notifyPushChannel(tenant, delivery, buildNotice(sent), now)] : []),
  ];
}

/** How long a mail at once waits for what changes at the same time, and for the index that lists it. */
const GATHERING_MILLISECONDS = 10_000;

const isMailedAtOnce = ({ channel }: SubscriptionItem): boolean =>
  channel.type === 'mail' && channel.digest.frequency === 'immediate';

/** When a mail at once is sent, by the tenant's clock. One read. */
async function findMailTime(tenant: TenantStore, now: Date): Promise<Date> {
  const settings = await tenant.get(tenantKey(tenant));
  const moment = settings ? tenantTime(settings, now) : now;
  return new Date(moment.getTime() + GATHERING_MILLISECONDS);
}

interface FanOutOptions {
  /** Real time. */
  readonly now: Date;
  /** All of the tenant's by default. */
  readonly subscriptions?: readonly SubscriptionItem[];
  /** Deliver again, also what was queued before or happened before the subscription began. */
  readonly isReplay?: boolean;
}

/** The message for a subscription whose queue of the subject is given; undefined for none. */
type Compose = (subscription: SubscriptionItem, queue: SubjectQueueItem | undefined) => Composed | undefined;

/**
 * Queues a change for each of the subscriptions that `prepare` has a message for, which is called after the queues were
 * read, at every attempt.
 * @returns the ids of the subscriptions it was queued for now
 */
async function queueChange(
  tenant: TenantStore,
  change: ChangeEvent,
  subscriptions: readonly SubscriptionItem[],
  { now, isReplay = false }: FanOutOptions,
  prepare: () => Promise<Compose>,
): Promise<string[]> {
  const subject = queueSubject(change);
  const mailAt = subscriptions.some(isMailedAtOnce) ? await findMailTime(tenant, now) : undefined;
  const queuedIds: string[] = [];
  for (let start = 0; start < subscriptions.length; start += SUBSCRIPTIONS_PER_TRANSACTION) {
    const batch = subscriptions.slice(start, start + SUBSCRIPTIONS_PER_TRANSACTION);
    const { ids } = await decideAndCommit(async () => {
      const queues = await findSubjectQueues(
        tenant,
        batch.map(({ id: subscriptionId }) => ({ subscriptionId, subject })),
      );
      const compose = await prepare();
      const queued = batch.flatMap((subscription, index) => {
        const queue = queues[index];
        const isDone = !isReplay && hasEnqueued(queue, change.id);
        const composed = isDone ? undefined : compose(subscription, queue);
        if (!composed) return [];
        const changes = buildDeliveryChanges(tenant, subscription, queue, change, composed, {
          now,
          mailAt,
        });
        return [{ id: subscription.id, changes }];
      });
      return { changes: queued.flatMap(({ changes }) => changes), ids: queued.map(({ id }) => id) };
    });
    queuedIds.push(...ids);
  }
  return queuedIds;
}

/** Queues a change with its record for those of the subscriptions whose filter it matches, and returns their ids. */
async function fanOutRecord(
  tenant: TenantStore,
  change: ChangeEvent,
  listening: readonly SubscriptionItem[],
  options: FanOutOptions,
): Promise<string[]> {
  const candidates = listening.filter((subscription) => mayCover(subscription, change));
  const first = candidates.length > 0 ? await loadChangedRecord(tenant, change) : undefined;
  if (!first) return [];
  const covering = candidates.filter((subscription) => coversChange(subscription, change, first));
  // Only messages that are sent now need them; a digest loads them when it is written.
  const details = covering.some(({ channel }) => channel.type !== 'mail')
    ? await loadChangeDetails(tenant, change, first.subject)
    : {};
  const matching = covering.filter(
    (subscription) =>
      matchesFilter(subscription, first) ||
      mayLeaveFilter(change) ||
      leavesByTracking(subscription, change, first, details),
  );
  return queueChange(tenant, change, matching, options, async () => {
    // Read after the queues, so that it is no older than what was queued before.
    const record = await loadChangedRecord(tenant, change);
    return (subscription, queue) => {
      if (!record) return undefined;
      const hasLeft = !matchesFilter(subscription, record);
      const wasDelivered = queue !== undefined && !options.isReplay;
      const isToldOfLeaving = wasDelivered || leavesByTracking(subscription, change, record, details);
      return hasLeft && !isToldOfLeaving
        ? undefined
        : { message: buildChangeMessage(subscription.id, change, record.subject, { ...details, hasLeft }) };
    };
  });
}

/**
 * Queues a change for every subscription that matches it or follows its topic.
 * @returns how many subscriptions it was queued for now
 */
export async function fanOut(
  tenant: TenantStore,
  change: ChangeEvent,
  options: FanOutOptions,
): Promise<number> {
  const all = options.subscriptions ?? (await allSubscriptions(tenant));
  const listening = options.isReplay ? all : all.filter((subscription) => isListening(subscription, change));
  if (!options.isReplay) await wakeReminders(tenant, change, listening, options.now);
  const withRecord = hasRecord(change) ? await fanOutRecord(tenant, change, listening, options) : [];
  const followers = await selectFollowing(
    tenant,
    listening.filter(({ id }) => !withRecord.includes(id)),
    change,
  );
  const composed: Composed = { message: buildTopicMessage(change), byTopic: true };
  const byTopic = await queueChange(tenant, change, followers, options, async () => () => composed);
  return withRecord.length + byTopic.length;
}
