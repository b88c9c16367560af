// A subject queue: the changes of one event or bill that one subscription has yet to receive, in order. It keeps the
// order, and ensures that a change is delivered once however often it is fanned out.
import type { ChannelType } from './subscription.ts';

/** A change in a queue. */
export interface QueuedChange {
  /** The id of the change and of its delivery. */
  readonly id: string;
  readonly type: string;
  readonly fields: readonly string[];
  /** When it changed, ISO 8601. */
  readonly at: string;
  /** Whether it is sent by topic, without the record. */
  readonly byTopic?: true | undefined;
  /** Whether it changed a state, such as a status: then no later change takes its place. */
  readonly hasStates?: boolean | undefined;
}

/** A queue as it is stored. */
export interface SubjectQueueItem {
  readonly type: 'event-lane';
  readonly subscriptionId: string;
  readonly channel: ChannelType;
  /** `calendar-event#<id>`, `bill#<id>`, `test#<id>` */
  readonly subject: string;
  /** Incremented by every write. */
  readonly revision: number;
  /** The ids of the latest changes that were queued, the newest last. */
  readonly recent: readonly string[];
  readonly waiting: readonly QueuedChange[];
  /** How many attempts were made to send the first of those waiting. */
  readonly tries: number;
  /** Epoch milliseconds of the next attempt, while something is waiting. */
  readonly dueAt: number;
  /** Identifies the process that is sending the first one; at `dueAt` another process may. */
  readonly lease?: string | undefined;
  /** Epoch seconds after which it is deleted. */
  readonly ttl: number;
}

/** Identifies a queue. */
export type SubjectQueueName = Pick<SubjectQueueItem, 'subscriptionId' | 'subject'>;

/** How many ids a queue remembers; no change is fanned out again after so many later changes of its subject. */
const MAX_RECENT_IDS = 40;
/** A queue is deleted when nothing was queued for 60 days. */
const RETENTION_SECONDS = 60 * 24 * 3600;
/** How long an attempt holds the queue before another process may take it; longer than any attempt lasts. */
const LEASE_MILLISECONDS = 60_000;

const reviseQueue = (
  queue: SubjectQueueItem,
  change: Partial<SubjectQueueItem>,
  now: Date,
): SubjectQueueItem => ({
  ...queue,
  ...change,
  revision: queue.revision + 1,
  ttl: Math.floor(now.getTime() / 1000) + RETENTION_SECONDS,
});

/** Whether a change was queued before. When the queue remembers no more ids, anything older than all of them was. */
export const hasEnqueued = (queue: SubjectQueueItem | undefined, id: string): boolean =>
  queue !== undefined &&
  (queue.recent.includes(id) ||
    (queue.recent.length >= MAX_RECENT_IDS && queue.recent.every((queued) => id < queued)));

/** The queue with a change added at the end; adding it again has no effect. */
export function enqueueChange(
  queue: SubjectQueueItem | undefined,
  name: SubjectQueueName & Pick<SubjectQueueItem, 'channel'>,
  change: QueuedChange,
  now: Date,
): SubjectQueueItem {
  const before: SubjectQueueItem = queue ?? {
    type: 'event-lane',
    subscriptionId: name.subscriptionId,
    subject: name.subject,
    channel: name.channel,
    revision: 0,
    recent: [],
    waiting: [],
    tries: 0,
    dueAt: 0,
    ttl: 0,
  };
  const isSent = name.channel === 'webhook' || name.channel === 'mail';
  const isWaiting = before.waiting.some(({ id }) => id === change.id);
  return reviseQueue(
    before,
    {
      recent: [...before.recent.filter((id) => id !== change.id), change.id].slice(-MAX_RECENT_IDS),
      waiting: isSent && !isWaiting ? [...before.waiting, change] : before.waiting,
      dueAt: before.waiting.length > 0 ? before.dueAt : now.getTime(),
    },
    now,
  );
}

/**
 * The update by topic that is last in the queue, and that a later update of its record may therefore take the place of;
 * undefined for none. The first of a queue is perhaps being sent. Without this a record that changes all the time would
 * outgrow its queue while a receiver is down.
 */
export function findMergeable(
  queue: SubjectQueueItem | undefined,
  change: Pick<QueuedChange, 'type' | 'byTopic' | 'hasStates'>,
): QueuedChange | undefined {
  const last = queue && queue.waiting.length > 1 ? queue.waiting.at(-1) : undefined;
  const isUpdateByTopic = ({
    type,
    byTopic,
    hasStates,
  }: Pick<QueuedChange, 'type' | 'byTopic' | 'hasStates'>) =>
    byTopic === true && !hasStates && type.endsWith('.updated');
  return last && isUpdateByTopic(last) && isUpdateByTopic(change) ? last : undefined;
}

/** The queue without its last change, whose place another takes. */
export const dropLast = (queue: SubjectQueueItem): SubjectQueueItem => ({
  ...queue,
  waiting: queue.waiting.slice(0, -1),
});

/** The queue while its first change is being sent. */
export const leaseQueue = (queue: SubjectQueueItem, lease: string, now: Date): SubjectQueueItem =>
  reviseQueue(queue, { lease, tries: queue.tries + 1, dueAt: now.getTime() + LEASE_MILLISECONDS }, now);

/** The queue without its first change; the next is due at once. */
export const advanceQueue = (queue: SubjectQueueItem, now: Date): SubjectQueueItem =>
  reviseQueue(
    queue,
    { waiting: queue.waiting.slice(1), tries: 0, dueAt: now.getTime(), lease: undefined },
    now,
  );

/** The queue with its next attempt at `dueAt`. */
export const postponeQueue = (queue: SubjectQueueItem, dueAt: number, now: Date): SubjectQueueItem =>
  reviseQueue(queue, { dueAt, lease: undefined }, now);

/** The queue after everything in it was delivered. */
export const emptyQueue = (queue: SubjectQueueItem, now: Date): SubjectQueueItem =>
  reviseQueue(queue, { waiting: [], tries: 0, lease: undefined }, now);
