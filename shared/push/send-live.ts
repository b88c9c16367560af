// Sends changes to subscribers, in order.
import type { ChangeEvent } from '../change-feed/change-event.ts';
import type { PositionedChange } from '../change-feed/feed.ts';
import type { TenantStore } from '../data/store.ts';
import { forEachConcurrently } from '../data/work/for-each-concurrently.ts';
import type { CheckedSubscriber } from './check-subscriber.ts';
import { sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import { buildFrames, type Frame } from './frames.ts';
import { markDisconnected, type PartialDelivery } from './subscriber-connections.ts';

/** How many of a tenant's subscribers are served in parallel. */
const concurrency = 50;

/** About how many messages are sent between two points from which sending can be continued. */
const sendsPerGroup = 2_000;

/** What sending works with. */
export interface SendingContext {
  /** Whether there is time to begin another message. */
  readonly hasTime: () => boolean;
  /** Called before each message; waits until the tenant's budget has room for it. */
  readonly pace?: () => Promise<void>;
  /** What some connections have already and do not get again. */
  readonly delivered?: readonly PartialDelivery[] | undefined;
}

/** The changes that are left to send, and what some connections have of them. */
export interface UnsentChanges {
  /** The position of the first of them. */
  readonly position: string;
  readonly delivery: PartialDelivery;
}

/**
 * Sends messages to a subscriber. One that can't be sent to is disconnected: nobody waits for it.
 * @returns the first message that there was no time for; undefined when nothing is left to send
 */
async function sendFrames(
  tenant: TenantStore,
  id: string,
  frames: readonly Frame[],
  { hasTime, pace }: SendingContext,
): Promise<Frame | undefined> {
  for (const frame of frames) {
    if (!hasTime()) return frame;
    await pace?.();
    if ((await sendMessage(id, frame)) === 'sent') continue;
    if (hasTime()) await disconnect(tenant, id);
    else await markDisconnected(tenant, id);
    return undefined;
  }
  return undefined;
}

/** The changes without those that the connection has already. */
function leaveOutDelivered(
  events: readonly ChangeEvent[],
  id: string,
  delivered: readonly PartialDelivery[] | undefined,
): readonly ChangeEvent[] {
  const own = new Set((delivered ?? []).flatMap(({ changes, counts }) => changes.slice(0, counts[id] ?? 0)));
  return own.size === 0 ? events : events.filter((event) => !own.has(event.id));
}

const isBatched = ({ subscriber }: CheckedSubscriber): boolean => subscriber.isBatched === true;

/** The parts in which changes are sent: all at once to those that get batches, and a few at a time to the others. */
function* listGroups(subscribers: readonly CheckedSubscriber[], count: number) {
  yield { readers: subscribers.filter(isBatched), start: 0, end: count };
  const others = subscribers.filter((each) => !isBatched(each));
  const size = Math.max(1, Math.floor(sendsPerGroup / Math.max(1, others.length)));
  for (let start = 0; start < count; start += size)
    yield { readers: others, start, end: Math.min(count, start + size) };
}

/** What is left where some connections have fewer of the changes than others. */
function describeUnsent(
  changes: readonly PositionedChange[],
  counts: ReadonlyMap<string, number>,
): UnsentChanges {
  const least = Math.min(...counts.values());
  const rest = changes.slice(least);
  const [position = ''] = rest.map(({ place }) => place).sort();
  const ahead = [...counts].flatMap(([id, count]) => (count > least ? [[id, count - least] as const] : []));
  return {
    position,
    delivery: { changes: rest.map(({ event }) => event.id), counts: Object.fromEntries(ahead) },
  };
}

/**
 * Sends to each subscriber the changes that it follows and may read, in order.
 * @returns from which change on some did not get all for want of time; undefined when all were sent
 */
export async function sendLive(
  tenant: TenantStore,
  subscribers: readonly CheckedSubscriber[],
  changes: readonly PositionedChange[],
  context: SendingContext,
): Promise<UnsentChanges | undefined> {
  const events = changes.map(({ event }) => event);
  const ids = events.map(({ id }) => id);
  const counts = new Map(subscribers.map(({ subscriber }) => [subscriber.id, 0]));
  for (const { readers, start, end } of listGroups(subscribers, changes.length)) {
    let isComplete = true;
    await forEachConcurrently(readers, concurrency, async (reader) => {
      const { id } = reader.subscriber;
      const own = leaveOutDelivered(events.slice(start, end), id, context.delivered);
      const next = await sendFrames(tenant, id, buildFrames(reader, own), context);
      counts.set(id, next ? ids.indexOf([next].flat()[0]?.id ?? '') : end);
      if (next) isComplete = false;
    });
    if (!isComplete) return describeUnsent(changes, counts);
  }
  return undefined;
}
