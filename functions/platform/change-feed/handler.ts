// Appends the changes in the table's stream to the tenants' change feeds, and sends them to push subscribers.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import type { ChangeEvent, StreamRecord } from '../../../shared/change-feed/change-event.ts';
import { appendChanges } from '../../../shared/change-feed/feed.ts';
import { isOfTopics } from '../../../shared/change-feed/topics.ts';
import { openTenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';
import { forEachConcurrently } from '../../../shared/push/for-each-concurrently.ts';
import { listSubscribers, receivesChanges } from '../../../shared/push/subscriber-connections.ts';

/** How long a batch is sent to subscribers, in milliseconds, and for how many tenants in parallel. */
const maxSendTime = 10_000;
const concurrency = 10;

/** Subscribers are read after the changes were appended: one that goes live later finds them in the feed. */
async function notifySubscribers(
  code: string,
  events: readonly ChangeEvent[],
  hasTime: () => boolean,
): Promise<void> {
  const named = parseTenantCode(code);
  if (!named) return;
  const tenant = openTenantStore(named);
  const subscribers = (await listSubscribers(tenant)).filter(
    (subscriber) =>
      receivesChanges(subscriber) && events.some((event) => isOfTopics(event, subscriber.topics)),
  );
  if (subscribers.length === 0) return;
  const { sendLive } = await import('../../../shared/push/send-live.ts');
  const { disconnectRefused } = await import('../../../shared/push/check-subscriber.ts');
  // Access that was lost a moment ago counts: nothing is sent after it.
  const admitted = await disconnectRefused(tenant, subscribers, new Date());
  await sendLive(tenant, admitted, events, hasTime);
}

/**
 * A failed batch is delivered again as a whole: appending is idempotent, and a subscriber recognizes a repeated change
 * by its id. A subscriber that can't be reached causes no failure: it is disconnected.
 */
export const handler = async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const events = await appendChanges(event.Records as readonly StreamRecord[]);
  const until = performance.now() + maxSendTime;
  const byTenant = [...Map.groupBy(events, ({ source }) => source.replace('/tenants/', ''))];
  await forEachConcurrently(byTenant, concurrency, ([code, own]) =>
    notifySubscribers(code, own, () => performance.now() < until),
  );
  return { batchItemFailures: [] };
};
