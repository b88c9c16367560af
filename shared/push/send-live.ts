// Tells listeners changes as they happen.
import type { ChangeEvent } from '../data/change-feed.ts';
import type { TenantStore } from '../data/store.ts';
import { sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { markDisconnected, type SubscriberConnection } from './subscriber-connections.ts';

/** So many of a tenant's listeners are told at once. */
const concurrency = 50;

/**
 * Tells each of the listeners the changes, in order. Whoever can't be told all of them before `hasTime` ends is cut off:
 * the feed must not wait for a listener.
 */
export async function tellLive(
  tenant: TenantStore,
  listeners: readonly SubscriberConnection[],
  events: readonly ChangeEvent[],
  hasTime: () => boolean,
): Promise<void> {
  await forEachConcurrently(listeners, concurrency, async ({ id }) => {
    for (const event of events) {
      if (hasTime() && (await sendMessage(id, event)) === 'told') continue;
      if (hasTime()) await disconnect(tenant, id);
      else await markDisconnected(tenant, id);
      return;
    }
  });
}
