// A test of a webhook: a message of its own, in a queue of its own.
import type { Change } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { buildDelivery } from './delivery.ts';
import { putDelivery, putSubjectQueue } from './delivery-store.ts';
import { buildTestMessage } from './message.ts';
import { enqueueChange } from './subject-queue.ts';
import type { SubscriptionItem } from './subscription.ts';

/** Queues a test message for a webhook, and names its delivery. */
export function queueTestMessage(
  tenant: TenantStore,
  { id: subscriptionId, name }: Pick<SubscriptionItem, 'id' | 'name'>,
  testId: string,
  now: Date,
): { readonly deliveryId: string; readonly changes: readonly Change[] } {
  // Begins with its time, as the ids of changes do, because deliveries are sorted by id.
  const id = `${String(now.getTime()).padStart(13, '0')}-test-${testId}`;
  const message = buildTestMessage(subscriptionId, name, now);
  const delivery = buildDelivery(
    { id, subscriptionId, channel: 'webhook', subject: `test#${testId}` },
    message,
    now,
  );
  const queued = { id, type: message.type, fields: [], at: message.timestamp };
  return {
    deliveryId: id,
    changes: [
      putDelivery(tenant, delivery),
      putSubjectQueue(tenant, undefined, enqueueChange(undefined, delivery, queued, now)),
    ],
  };
}
