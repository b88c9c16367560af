// Checks one subscriber: whether it still has access, whether its catch-up is stuck, and whether a heartbeat is due.
import type { TenantStore } from '../data/store.ts';
import { recheckSubscriber } from './admission.ts';
import { sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import { receivesChanges, type SubscriberConnection } from './subscriber-connections.ts';

/** API Gateway closes a connection that is idle for ten minutes; one heartbeat may fail. */
const heartbeatMinutes = 4;

/** The longest catch-up, in milliseconds; if it takes longer, the function that ran it has failed. */
const maxCatchUpTime = 3 * 60_000;

/** Whether this is the subscriber's minute, derived from its id so that nothing has to be stored. */
function isHeartbeatDue({ id }: SubscriberConnection, now: Date): boolean {
  const offset = [...id].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  return (Math.floor(now.getTime() / 60_000) + offset) % heartbeatMinutes === 0;
}

/** Disconnects the subscriber where necessary, and sends a heartbeat when it is due. */
export async function lookAfter(
  tenant: TenantStore,
  subscriber: SubscriberConnection,
  now: Date,
): Promise<void> {
  const { id, state, connectedAt, claims } = subscriber;
  const isLate = state !== 'live' && now.getTime() - Date.parse(connectedAt) > maxCatchUpTime;
  if (state === 'cut off' || isLate) return disconnect(tenant, id);
  const refused = await recheckSubscriber(tenant, claims, now);
  if (refused) {
    const code = refused.details[0]?.code ?? refused.code;
    await sendMessage(id, { type: 'refused', code, message: refused.message });
    return disconnect(tenant, id);
  }
  if (!receivesChanges(subscriber) || !isHeartbeatDue(subscriber, now)) return;
  if ((await sendMessage(id, { type: 'heartbeat' })) !== 'sent') await disconnect(tenant, id);
}
