// Sends changes to subscribers as they happen.
import type { ChangeEvent } from '../change-feed/change-event.ts';
import { isOfTopics, mayReadChange } from '../change-feed/topics.ts';
import type { TenantStore } from '../data/store.ts';
import type { CheckedSubscriber } from './check-subscriber.ts';
import { sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { markDisconnected } from './subscriber-connections.ts';

/** How many of a tenant's subscribers are served in parallel. */
const concurrency = 50;

/**
 * Sends to each subscriber the changes that it follows and may read, in order. A subscriber that does not get all of them while `hasTime` is true is
 * disconnected: the feed must not wait for a subscriber.
 */
export async function sendLive(
  tenant: TenantStore,
  subscribers: readonly CheckedSubscriber[],
  events: readonly ChangeEvent[],
  hasTime: () => boolean,
): Promise<void> {
  await forEachConcurrently(subscribers, concurrency, async ({ subscriber, permissions }) => {
    const { id, topics } = subscriber;
    for (const event of events) {
      if (!isOfTopics(event, topics) || !mayReadChange(event, permissions)) continue;
      if (hasTime() && (await sendMessage(id, event)) === 'sent') continue;
      if (hasTime()) await disconnect(tenant, id);
      else await markDisconnected(tenant, id);
      return;
    }
  });
}
