// Appends what the table's stream tells to the tenants' change feeds, and tells those who listen to the push channel.
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { appendChanges, type ChangeEvent, type StreamRecord } from '../../../shared/data/change-feed.ts';
import { openTenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';
import { forEachConcurrently } from '../../../shared/push/for-each-concurrently.ts';
import { listSubscribers, receivesChanges } from '../../../shared/push/subscriber-connections.ts';

/** How long the listeners of a batch are spoken to, in milliseconds, and of how many tenants at once. */
const maxSendTime = 10_000;
const concurrency = 10;

/** Only now are listeners asked for: whoever goes live before is told here, whoever does later finds the changes appended. */
async function notifySubscribers(
  code: string,
  events: readonly ChangeEvent[],
  hasTime: () => boolean,
): Promise<void> {
  const named = parseTenantCode(code);
  if (!named) return;
  const tenant = openTenantStore(named);
  const listeners = (await listSubscribers(tenant)).filter(receivesChanges);
  if (listeners.length === 0) return;
  const { tellLive } = await import('../../../shared/push/send-live.ts');
  await tellLive(tenant, listeners, events, hasTime);
}

/**
 * A batch that fails is delivered again whole: appending is the same however often it is done, and a listener told twice
 * knows the change by its id. A listener that can't be reached fails nothing: it is cut off.
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
