// Looks at one listener again: whether it may still listen, is being brought up to date, and has heard anything lately.
import type { TenantStore } from '../data/store.ts';
import { refusedNow } from './admission.ts';
import { sendMessage } from './connections.ts';
import { cutOff } from './disconnect.ts';
import { isTold, type ListenerItem } from './subscriber-connections.ts';

/** API Gateway closes a connection over which nothing goes for ten minutes; a beat may be left out. */
const beatsEveryMinutes = 4;

/** How long being brought up to date may take, in milliseconds; longer, and whoever did it has died. */
const mostToCatchUp = 3 * 60_000;

/** Whether this is the listener's minute. They beat in turn, and nothing has to be remembered. */
function beatsAt({ id }: ListenerItem, now: Date): boolean {
  const place = [...id].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  return (Math.floor(now.getTime() / 60_000) + place) % beatsEveryMinutes === 0;
}

/** Cuts the listener off where it has to be, and lets it hear that the connection holds where it is time. */
export async function lookAfter(tenant: TenantStore, listener: ListenerItem, now: Date): Promise<void> {
  const { id, state, connectedAt, claims } = listener;
  const isLate = state !== 'live' && now.getTime() - Date.parse(connectedAt) > mostToCatchUp;
  if (state === 'cut off' || isLate) return cutOff(tenant, id);
  const refused = await refusedNow(tenant, claims, now);
  if (refused) {
    const code = refused.details[0]?.code ?? refused.code;
    await sendMessage(id, { type: 'refused', code, message: refused.message });
    return cutOff(tenant, id);
  }
  if (!isTold(listener) || !beatsAt(listener, now)) return;
  if ((await sendMessage(id, { type: 'heartbeat' })) !== 'told') await cutOff(tenant, id);
}
