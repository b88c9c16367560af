// Disconnects the push subscribers that a change has left without access, within seconds.
import { listChangedItems } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';
import { listSubscribers } from '../../../shared/push/subscriber-connections.ts';

/** One short read for a tenant without subscribers. What fails here, push-look-after does within a minute. */
export const handler = async (event: ChangeEventInput): Promise<void> => {
  for (const { tenant } of listChangedItems(event)) {
    const subscribers = await listSubscribers(tenant);
    if (subscribers.length === 0) continue;
    const { disconnectRefused } = await import('../../../shared/push/check-subscriber.ts');
    await disconnectRefused(tenant, subscribers, new Date());
  }
};
