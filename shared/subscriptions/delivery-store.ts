// Stores deliveries and subject queues under their subscription, with listings by due time, for digests, and by state.
import { type Change, ifAbsent, ifSame, type ListingPosition, put, remove } from '../data/changes.ts';
import { formatDueTime } from '../data/due-partition.ts';
import type { Key, Partition, Range, TenantStore } from '../data/store.ts';
import { type CursorPage, readCursorPage } from '../lists/cursor.ts';
import type { DeliveryItem, DeliveryState } from './delivery.ts';
import type { SubjectQueueItem, SubjectQueueName } from './subject-queue.ts';

/** The partition of everything that belongs to a subscription. */
export const subscriptionPartition = (id: string): string => `EVENT-SUBSCRIPTION#${id}`;
const QUEUE_PREFIX = 'LANE#';
const DELIVERY_PREFIX = 'DELIVERY#';

const deliveryKey = (
  tenant: TenantStore,
  { subscriptionId, id }: Pick<DeliveryItem, 'subscriptionId' | 'id'>,
): Key<DeliveryItem> => tenant.key(subscriptionPartition(subscriptionId), DELIVERY_PREFIX + id);

const subjectQueueKey = (
  tenant: TenantStore,
  { subscriptionId, subject }: SubjectQueueName,
): Key<SubjectQueueItem> => tenant.key(subscriptionPartition(subscriptionId), QUEUE_PREFIX + subject);

/** Parses the key of a stream record; undefined when it is not that of a delivery. */
export function parseDeliveryKey(
  partition: string,
  sort: string,
): Pick<DeliveryItem, 'subscriptionId' | 'id'> | undefined {
  const begins = subscriptionPartition('');
  return partition.startsWith(begins) && sort.startsWith(DELIVERY_PREFIX)
    ? { subscriptionId: partition.slice(begins.length), id: sort.slice(DELIVERY_PREFIX.length) }
    : undefined;
}

const deliveriesByState = (
  tenant: TenantStore,
  subscriptionId: string,
  state: DeliveryState,
): Partition<DeliveryItem> => tenant.listing(`EVENT-DELIVERIES#${subscriptionId}#${state}`);
/**
 * Delivered ones are sorted by when they were, so that the latest is one read; the others by when the change happened.
 */
const stateSort = ({ id, state, deliveredDate = '' }: DeliveryItem): string =>
  state === 'delivered' ? `${deliveredDate}#${id}` : id;

/** Writes a delivery, listed by its state. */
export const putDelivery = (tenant: TenantStore, delivery: DeliveryItem): Change =>
  put(deliveryKey(tenant, delivery), delivery, {
    listed: {
      listing: deliveriesByState(tenant, delivery.subscriptionId, delivery.state),
      sort: stateSort(delivery),
    },
  });

/** Removes a delivery whose change a later one tells as well. */
export const removeDelivery = (
  tenant: TenantStore,
  name: Pick<DeliveryItem, 'subscriptionId' | 'id'>,
): Change => remove(deliveryKey(tenant, name));

/** The delivery as it was last written, if it still exists. One read. */
export const deliveryById = (
  tenant: TenantStore,
  name: Pick<DeliveryItem, 'subscriptionId' | 'id'>,
): Promise<DeliveryItem | undefined> => tenant.get(deliveryKey(tenant, name), { consistent: true });

/**
 * A page of a subscription's deliveries, or of those in a state, the newest first.
 * @throws Failure 400 when the cursor does not belong to this list
 */
export async function deliveriesBySubscription(
  tenant: TenantStore,
  subscriptionId: string,
  {
    state,
    limit,
    cursor,
  }: { readonly state?: DeliveryState; readonly limit: number; readonly cursor?: string },
): Promise<CursorPage<DeliveryItem>> {
  const list: Partition<DeliveryItem> =
    state === undefined
      ? tenant.partition(subscriptionPartition(subscriptionId))
      : deliveriesByState(tenant, subscriptionId, state);
  const least = state === undefined ? DELIVERY_PREFIX : '';
  const getSort = (delivery: DeliveryItem): string =>
    state === undefined ? DELIVERY_PREFIX + delivery.id : stateSort(delivery);
  return readCursorPage(list.name, { pageSize: limit, cursor }, getSort, (most, after) => {
    const to = after !== undefined && after < least ? least : after;
    const range: Range = state === undefined ? { from: least, to: to ?? `${least}~` } : { to };
    return tenant.queryAll(list, { ...range, backward: true, limit: most });
  });
}

/** The deliveries of a subscription after the one with this id, the oldest first. One query. */
export async function deliveriesAfter(
  tenant: TenantStore,
  subscriptionId: string,
  id: string,
  limit: number,
): Promise<readonly DeliveryItem[]> {
  const from = DELIVERY_PREFIX + id;
  const { items } = await tenant.query(
    tenant.partition<DeliveryItem>(subscriptionPartition(subscriptionId)),
    {
      from,
      to: `${DELIVERY_PREFIX}~`,
      // The range includes the delivery with this id.
      limit: limit + 1,
      consistent: true,
    },
  );
  return items.filter((delivery) => delivery.id !== id).slice(0, limit);
}

/** When a subscription last received a delivery, ISO 8601. One read of the index. */
export async function latestDeliveryDate(
  tenant: TenantStore,
  subscriptionId: string,
): Promise<string | undefined> {
  const list = deliveriesByState(tenant, subscriptionId, 'delivered');
  const { items } = await tenant.query(list, { backward: true, limit: 1 });
  return items[0]?.deliveredDate;
}

const dueQueuesListing = (tenant: TenantStore): Partition<SubjectQueueItem> =>
  tenant.dueListing('EVENT-LANES');
/** Queues with something to send as work that is due. */
export const dueQueuesKind = { listing: 'EVENT-LANES', moment: 'milliseconds' } as const;
const digestQueuesListing = (tenant: TenantStore, subscriptionId: string): Partition<SubjectQueueItem> =>
  tenant.listing(`EVENT-NEWS#${subscriptionId}`);

/** The listing in which a queue is found by the process that empties it; none when nothing is waiting. */
function findQueueListing(tenant: TenantStore, queue: SubjectQueueItem): ListingPosition | undefined {
  if (queue.waiting.length === 0) return undefined;
  const { channel, subscriptionId, subject, dueAt } = queue;
  if (channel === 'mail') return { listing: digestQueuesListing(tenant, subscriptionId), sort: subject };
  return {
    listing: dueQueuesListing(tenant),
    sort: `${formatDueTime(dueAt)}#${subscriptionId}#${subject}`,
  };
}

const ifUnchanged = (before: SubjectQueueItem | undefined) =>
  before ? ifSame(before, ['revision']) : { condition: ifAbsent, onConflict: 'retry' as const };

/**
 * A queue without the index keys that a read item has, so that a queue in which nothing is waiting leaves the index.
 */
const withoutIndexKeys = (queue: SubjectQueueItem): SubjectQueueItem => ({
  type: queue.type,
  subscriptionId: queue.subscriptionId,
  channel: queue.channel,
  subject: queue.subject,
  revision: queue.revision,
  recent: queue.recent,
  waiting: queue.waiting,
  tries: queue.tries,
  dueAt: queue.dueAt,
  lease: queue.lease,
  ttl: queue.ttl,
});

/** Writes a queue if it is unchanged since it was read as `before`. */
export function putSubjectQueue(
  tenant: TenantStore,
  before: SubjectQueueItem | undefined,
  after: SubjectQueueItem,
): Change {
  const listed = findQueueListing(tenant, after);
  return put(subjectQueueKey(tenant, after), withoutIndexKeys(after), {
    ...ifUnchanged(before),
    ...(listed && { listed }),
  });
}

/** Removes a queue whose subscription no longer exists. */
export const removeSubjectQueue = (tenant: TenantStore, queue: SubjectQueueItem): Change =>
  remove(subjectQueueKey(tenant, queue), ifUnchanged(queue));

/** The queue as it was last written. One read. */
export const findSubjectQueue = (
  tenant: TenantStore,
  name: SubjectQueueName,
): Promise<SubjectQueueItem | undefined> => tenant.get(subjectQueueKey(tenant, name), { consistent: true });

/** The queues as they were last written, in the order of the names. One round trip. */
export const findSubjectQueues = (
  tenant: TenantStore,
  names: readonly SubjectQueueName[],
): Promise<(SubjectQueueItem | undefined)[]> =>
  tenant.getMany(
    names.map((name) => subjectQueueKey(tenant, name)),
    { consistent: true },
  );

/** Queues with something due to be sent, the longest due first. Eventually consistent. One query for each megabyte. */
export const dueSubjectQueues = (
  tenant: TenantStore,
  now: Date,
  limit: number,
): Promise<readonly SubjectQueueItem[]> =>
  tenant.queryAll(dueQueuesListing(tenant), { to: `${formatDueTime(now.getTime())}#~`, limit });

/** Queues with something for the next digest. Eventually consistent. */
export const subjectQueuesForDigest = async (
  tenant: TenantStore,
  subscriptionId: string,
  limit: number,
): Promise<readonly SubjectQueueItem[]> =>
  (await tenant.query(digestQueuesListing(tenant, subscriptionId), { limit })).items;

/** All queues of a subscription. One query per megabyte, which is about two thousand queues. */
export const subjectQueuesBySubscription = (
  tenant: TenantStore,
  subscriptionId: string,
): Promise<readonly SubjectQueueItem[]> =>
  tenant.queryAll(tenant.partition<SubjectQueueItem>(subscriptionPartition(subscriptionId)), {
    beginsWith: QUEUE_PREFIX,
    consistent: true,
  });
