// Ends that a draft waits for an event.
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { clearWaitTimer, removeWait } from '../../../../../shared/change-feed/awaited-changes.ts';
import type { Change } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';

/** The changes by which a draft no longer waits; none where it does not. The same transaction writes the draft. */
export const stopWaiting = (
  tenant: TenantStore,
  { id, status }: Pick<BroadcastItem, 'id' | 'status'>,
): Change[] =>
  status === 'waiting' || status === 'ready' ? [...removeWait(tenant, id), clearWaitTimer(tenant, id)] : [];
