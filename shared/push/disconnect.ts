// Ends a listener that could not be told everything: it comes back with its cursor and misses nothing.
import type { TenantStore } from '../data/store.ts';
import { close } from './connections.ts';
import { forgetListener, markCutOff } from './subscriber-connections.ts';

/**
 * Cuts a listener off. It is marked first, so that nothing later reaches it over what it lacks; where its connection
 * can't be closed now, push-look-after does it.
 */
export async function cutOff(tenant: TenantStore, id: string): Promise<void> {
  if ((await markCutOff(tenant, id)) && (await close(id))) await forgetListener(tenant, id);
}
