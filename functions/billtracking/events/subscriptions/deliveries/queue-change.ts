// Adds a change to the subject queues of subscriptions, exactly once however often it is called with the change.
//
// One transaction adds the change to a subscription's subject queue and writes the delivery, on condition that the
// queue is unchanged. Concurrent calls for the same change, or for two changes of one record, are thus serialized, and
// the later one reads the record again: no message contains an earlier version than the one before it.
import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
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
import { buildTopicMessage, type Message } from '../../../../../shared/subscriptions/message.ts';
import { notifyPushChannel } from '../../../../../shared/subscriptions/progress.ts';
import {
  dropLast,
  enqueueChange,
  findMergeable,
  hasEnqueued,
  type SubjectQueueItem,
} from '../../../../../shared/subscriptions/subject-queue.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { setSubscriptionTimer } from '../../../../../shared/subscriptions/timers.ts';
import { visibleFields } from './message.ts';
import { buildNotice } from './notice.ts';

/** At most four writes each, in a transaction of a hundred. */
const SUBSCRIPTIONS_PER_TRANSACTION = 24;

/** The subject of the queue that a change belongs to. */
const queueSubject = ({ type, subject }: ChangeEvent): string => `${type.split('.', 1)[0]}#${subject}`;

/** A change with what is sent of it. */
export interface Composed {
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
  // A change of a state is sent by itself: a receiver acts on each.
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

export interface QueueOptions {
  /** Real time. */
  readonly now: Date;
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
export async function queueChange(
  tenant: TenantStore,
  change: ChangeEvent,
  subscriptions: readonly SubscriptionItem[],
  { now, isReplay = false }: QueueOptions,
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
