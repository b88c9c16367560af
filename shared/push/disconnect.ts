// Ends a listener that could not be told everything: it comes back with its cursor and misses nothing.
import type { TenantStore } from '../data/store.ts';
import { closeConnection } from './connections.ts';
import { deleteSubscriber, markDisconnected } from './subscriber-connections.ts';

/**
 * Cuts a listener off. It is marked first, so that nothing later reaches it over what it lacks; where its connection
 * can't be closed now, push-look-after does it.
 */
export async function disconnect(tenant: TenantStore, id: string): Promise<void> {
  if ((await markDisconnected(tenant, id)) && (await closeConnection(id))) await deleteSubscriber(tenant, id);
}
