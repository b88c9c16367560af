// Disconnects a subscriber that could not get every change: it reconnects with its cursor and misses nothing.
import type { TenantStore } from '../data/store.ts';
import { closeConnection } from './connections.ts';
import { deleteSubscriber, markDisconnected } from './subscriber-connections.ts';

/**
 * Disconnects a subscriber. It is marked first, so that it gets no later change before the missed ones; a connection
 * that can't be closed now is closed by push-look-after.
 */
export async function disconnect(tenant: TenantStore, id: string): Promise<void> {
  if ((await markDisconnected(tenant, id)) && (await closeConnection(id))) await deleteSubscriber(tenant, id);
}
