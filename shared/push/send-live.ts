// Sends changes to subscribers as they happen.
import type { ChangeEvent } from '../data/change-feed.ts';
import type { TenantStore } from '../data/store.ts';
import { sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { markDisconnected, type SubscriberConnection } from './subscriber-connections.ts';

/** How many of a tenant's subscribers are served in parallel. */
const concurrency = 50;

/**
 * Sends the changes to each subscriber, in order. A subscriber that does not get all of them while `hasTime` is true is
 * disconnected: the feed must not wait for a subscriber.
 */
export async function sendLive(
  tenant: TenantStore,
  subscribers: readonly SubscriberConnection[],
  events: readonly ChangeEvent[],
  hasTime: () => boolean,
): Promise<void> {
  await forEachConcurrently(subscribers, concurrency, async ({ id }) => {
    for (const event of events) {
      if (hasTime() && (await sendMessage(id, event)) === 'sent') continue;
      if (hasTime()) await disconnect(tenant, id);
      else await markDisconnected(tenant, id);
      return;
    }
  });
}
