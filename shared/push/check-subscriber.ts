// Looks at one listener again: whether it may still listen, is being brought up to date, and has heard anything lately.
import type { TenantStore } from '../data/store.ts';
import { recheckSubscriber } from './admission.ts';
import { sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import { receivesChanges, type SubscriberConnection } from './subscriber-connections.ts';

/** API Gateway closes a connection over which nothing goes for ten minutes; a beat may be left out. */
const heartbeatMinutes = 4;

/** How long being brought up to date may take, in milliseconds; longer, and whoever did it has died. */
const maxCatchUpTime = 3 * 60_000;

/** Whether this is the listener's minute. They beat in turn, and nothing has to be remembered. */
function isHeartbeatDue({ id }: SubscriberConnection, now: Date): boolean {
  const place = [...id].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  return (Math.floor(now.getTime() / 60_000) + place) % heartbeatMinutes === 0;
}

/** Cuts the listener off where it has to be, and lets it hear that the connection holds where it is time. */
export async function lookAfter(
  tenant: TenantStore,
  listener: SubscriberConnection,
  now: Date,
): Promise<void> {
  const { id, state, connectedAt, claims } = listener;
  const isLate = state !== 'live' && now.getTime() - Date.parse(connectedAt) > maxCatchUpTime;
  if (state === 'cut off' || isLate) return disconnect(tenant, id);
  const refused = await recheckSubscriber(tenant, claims, now);
  if (refused) {
    const code = refused.details[0]?.code ?? refused.code;
    await sendMessage(id, { type: 'refused', code, message: refused.message });
    return disconnect(tenant, id);
  }
  if (!receivesChanges(listener) || !isHeartbeatDue(listener, now)) return;
  if ((await sendMessage(id, { type: 'heartbeat' })) !== 'told') await disconnect(tenant, id);
}
