// Appends changes to the feeds of their tenants, and sends them to push subscribers.
import type { StreamRecord } from '../change-feed/change-event.ts';
import { type AppendedChange, appendPositioned } from '../change-feed/feed.ts';
import { isOfTopics } from '../change-feed/topics.ts';
import { forEachConcurrently } from '../data/work/for-each-concurrently.ts';
import { loadChannelFor, receivesChanges } from './subscriber-connections.ts';

/** How long a batch is sent to subscribers, in milliseconds: a shard of the stream waits for it. */
export const maxSendTime = 2_000;
/** Whether there is still time to send, from now on. */
export function startSendTime(milliseconds: number = maxSendTime): () => boolean {
  const until = performance.now() + milliseconds;
  return () => performance.now() < until;
}
/** How many tenants are served in parallel. */
const concurrency = 10;

/** Subscribers are read after the changes were appended: one that goes live later finds them in the feed. */
async function notifySubscribers(changes: readonly AppendedChange[], hasTime: () => boolean): Promise<void> {
  const tenant = changes[0]?.tenant;
  if (!tenant) return;
  const { subscribers, backlog } = await loadChannelFor(tenant, (topics) =>
    changes.some(({ event }) => isOfTopics(event, topics)),
  );
  const following = subscribers.filter(
    (subscriber) =>
      receivesChanges(subscriber) && changes.some(({ event }) => isOfTopics(event, subscriber.topics)),
  );
  if (following.length === 0) return;
  const { sendOrHandOver } = await import('./send-or-hand-over.ts');
  await sendOrHandOver(tenant, following, backlog, changes, hasTime);
}

/**
 * Appends the changes of stream records and sends them. May be repeated: appending is idempotent, and a subscriber recognizes
 * a repeated change by its id. A subscriber that can't be reached causes no failure: it is disconnected.
 * @param sendTime the milliseconds for which it sends; the rest is left to a job
 */
export async function appendAndSend(
  records: readonly StreamRecord[],
  now: Date,
  sendTime?: number,
): Promise<void> {
  const changes = await appendPositioned(records, now);
  const hasTime = startSendTime(sendTime);
  const byTenant = [...Map.groupBy(changes, ({ tenant }) => tenant.code).values()];
  await forEachConcurrently(byTenant, concurrency, (own) => notifySubscribers(own, hasTime));
}
