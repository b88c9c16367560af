// Appends the changes in the table's stream to the tenants' change feeds, and sends them to push subscribers.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { StreamRecord } from '../../../shared/change-feed/change-event.ts';
import { type AppendedChange, appendPositioned } from '../../../shared/change-feed/feed.ts';
import { isOfTopics } from '../../../shared/change-feed/topics.ts';
import { forEachConcurrently } from '../../../shared/data/for-each-concurrently.ts';
import { loadChannelFor, receivesChanges } from '../../../shared/push/subscriber-connections.ts';

/** How long a batch is sent to subscribers, in milliseconds: a shard of the stream waits for it. */
export const maxSendTime = 2_000;
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
  const { sendOrHandOver } = await import('../../../shared/push/send-or-hand-over.ts');
  await sendOrHandOver(tenant, following, backlog, changes, hasTime);
}

/**
 * A failed batch is delivered again as a whole: appending is idempotent, and a subscriber recognizes a repeated change
 * by its id. A subscriber that can't be reached causes no failure: it is disconnected.
 */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const changes = await appendPositioned(event.Records as readonly StreamRecord[], new Date());
  const until = performance.now() + maxSendTime;
  const byTenant = [...Map.groupBy(changes, ({ tenant }) => tenant.code).values()];
  await forEachConcurrently(byTenant, concurrency, (own) =>
    notifySubscribers(own, () => performance.now() < until),
  );
  return { batchItemFailures: [] };
};
