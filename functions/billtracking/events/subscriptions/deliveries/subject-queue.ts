// A lane: what one subscription is still to be told of one event or bill, in order. It is what keeps the order, and what
// sees to it that a change is told once however often the machinery comes by with it.
import type { ChannelType } from '../subscription.ts';

/** A change that waits in a lane. */
export interface QueuedChange {
  /** Of the change, and of its delivery. */
  readonly id: string;
  readonly type: string;
  readonly fields: readonly string[];
  /** When it changed, ISO 8601. */
  readonly at: string;
}

/** A lane as the table holds it. */
export interface SubjectQueueItem {
  readonly type: 'event-lane';
  readonly subscriptionId: string;
  readonly channel: ChannelType;
  /** `calendar-event#<id>`, `bill#<id>`, `test#<id>` */
  readonly subject: string;
  /** Grows with every writing. */
  readonly revision: number;
  /** The ids of the changes taken in last, the newest last. */
  readonly recent: readonly string[];
  readonly waiting: readonly QueuedChange[];
  /** How often the first of those that wait was tried. */
  readonly tries: number;
  /** Epoch milliseconds of the next try, as long as something waits to be sent. */
  readonly dueAt: number;
  /** Who is sending the first one just now; `dueAt` is then when somebody else may. */
  readonly lease?: string | undefined;
  /** Epoch seconds after which it is forgotten. */
  readonly ttl: number;
}

/** What names a lane. */
export type SubjectQueueName = Pick<SubjectQueueItem, 'subscriptionId' | 'subject'>;

/** So many changes are remembered as taken in. Of one subject no change comes by again after so many others. */
const MAX_RECENT_IDS = 40;
/** A lane is forgotten when nothing came for so long, in seconds: 60 days. */
const RETENTION_SECONDS = 60 * 24 * 3600;
/** How long a try may hold a lane before another may take it, in milliseconds; longer than any try lasts. */
const LEASE_MILLISECONDS = 60_000;

const reviseQueue = (
  lane: SubjectQueueItem,
  change: Partial<SubjectQueueItem>,
  now: Date,
): SubjectQueueItem => ({
  ...lane,
  ...change,
  revision: lane.revision + 1,
  ttl: Math.floor(now.getTime() / 1000) + RETENTION_SECONDS,
});

/** Whether a lane has taken a change in. Once full, what is older than all it remembers is nothing new either. */
export const hasEnqueued = (lane: SubjectQueueItem | undefined, id: string): boolean =>
  lane !== undefined &&
  (lane.recent.includes(id) ||
    (lane.recent.length >= MAX_RECENT_IDS && lane.recent.every((taken) => id < taken)));

/** The lane with a change taken in, behind what waits already; twice is once. */
export function enqueueChange(
  lane: SubjectQueueItem | undefined,
  name: SubjectQueueName & Pick<SubjectQueueItem, 'channel'>,
  change: QueuedChange,
  now: Date,
): SubjectQueueItem {
  const before: SubjectQueueItem = lane ?? {
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
  const waits = before.waiting.some(({ id }) => id === change.id);
  return reviseQueue(
    before,
    {
      recent: [...before.recent.filter((id) => id !== change.id), change.id].slice(-MAX_RECENT_IDS),
      waiting: isSent && !waits ? [...before.waiting, change] : before.waiting,
      dueAt: before.waiting.length > 0 ? before.dueAt : now.getTime(),
    },
    now,
  );
}

/** The lane while its first change is tried. */
export const leaseQueue = (lane: SubjectQueueItem, lease: string, now: Date): SubjectQueueItem =>
  reviseQueue(lane, { lease, tries: lane.tries + 1, dueAt: now.getTime() + LEASE_MILLISECONDS }, now);

/** The lane with its first change done with, whatever became of it: the next is due at once. */
export const advanceQueue = (lane: SubjectQueueItem, now: Date): SubjectQueueItem =>
  reviseQueue(
    lane,
    { waiting: lane.waiting.slice(1), tries: 0, dueAt: now.getTime(), lease: undefined },
    now,
  );

/** The lane with its next try at a moment. */
export const postponeQueue = (lane: SubjectQueueItem, dueAt: number, now: Date): SubjectQueueItem =>
  reviseQueue(lane, { dueAt, lease: undefined }, now);

/** The lane after everything in it was told. */
export const emptyQueue = (lane: SubjectQueueItem, now: Date): SubjectQueueItem =>
  reviseQueue(lane, { waiting: [], tries: 0, lease: undefined }, now);
