// Sends changes to subscribers, in order.
import type { PositionedChange } from '../change-feed/feed.ts';
import { forEachConcurrently } from '../data/for-each-concurrently.ts';
import type { TenantStore } from '../data/store.ts';
import type { CheckedSubscriber } from './check-subscriber.ts';
import { sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import { buildFrames, type Frame } from './frames.ts';
import { markDisconnected } from './subscriber-connections.ts';

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
}

/**
 * Sends messages to a subscriber. One that can't be sent to is disconnected: nobody waits for it.
 * @returns whether nothing is left to send
 */
async function sendFrames(
  tenant: TenantStore,
  id: string,
  frames: readonly Frame[],
  { hasTime, pace }: SendingContext,
): Promise<boolean> {
  for (const frame of frames) {
    if (!hasTime()) return false;
    await pace?.();
    if ((await sendMessage(id, frame)) === 'sent') continue;
    if (hasTime()) await disconnect(tenant, id);
    else await markDisconnected(tenant, id);
    return true;
  }
  return true;
}

const isBatched = ({ subscriber }: CheckedSubscriber): boolean => subscriber.isBatched === true;

/** The parts in which changes are sent: all at once to those that get batches, and a few at a time to the others. */
function* listGroups(subscribers: readonly CheckedSubscriber[], changes: readonly PositionedChange[]) {
  yield { readers: subscribers.filter(isBatched), changes };
  const others = subscribers.filter((each) => !isBatched(each));
  const size = Math.max(1, Math.floor(sendsPerGroup / Math.max(1, others.length)));
  for (let start = 0; start < changes.length; start += size)
    yield { readers: others, changes: changes.slice(start, start + size) };
}

/**
 * Sends to each subscriber the changes that it follows and may read, in order.
 * @returns the position of the first change that some did not get for want of time; undefined when all were sent
 */
export async function sendLive(
  tenant: TenantStore,
  subscribers: readonly CheckedSubscriber[],
  changes: readonly PositionedChange[],
  context: SendingContext,
): Promise<string | undefined> {
  for (const { readers, changes: some } of listGroups(subscribers, changes)) {
    const events = some.map(({ event }) => event);
    let isComplete = true;
    await forEachConcurrently(readers, concurrency, async (reader) => {
      const isSent = await sendFrames(tenant, reader.subscriber.id, buildFrames(reader, events), context);
      isComplete &&= isSent;
    });
    if (!isComplete) return some[0]?.place;
  }
  return undefined;
}
