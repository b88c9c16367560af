// Checks one subscriber: whether it still has access, whether its catch-up is stuck, and whether a heartbeat is due.
import type { Permission } from '../auth/permissions/permissions.ts';
import type { TenantStore } from '../data/store.ts';
import { forEachConcurrently } from '../data/work/for-each-concurrently.ts';
import { Failure } from '../errors/failure.ts';
import { recheckSubscribers } from './admission.ts';
import { sendMessage } from './connections.ts';
import { disconnect } from './disconnect.ts';
import { receivesChanges, type SubscriberConnection } from './subscriber-connections.ts';

/** API Gateway closes a connection that is idle for ten minutes; one heartbeat may fail. */
export const heartbeatMinutes = 4;

/** The longest catch-up, in milliseconds; if it takes longer, the function that ran it has failed. */
const maxCatchUpTime = 3 * 60_000;

/** Whether this is the subscriber's minute, derived from its id so that nothing has to be stored. */
export function isHeartbeatDue({ id }: Pick<SubscriberConnection, 'id'>, now: Date): boolean {
  const offset = [...id].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  return (Math.floor(now.getTime() / 60_000) + offset) % heartbeatMinutes === 0;
}

/** How many subscribers are disconnected in parallel. */
const concurrency = 20;

/** A subscriber that has access, with what it may read. */
export interface CheckedSubscriber {
  readonly subscriber: SubscriberConnection;
  readonly permissions: ReadonlySet<Permission>;
  /** The tier of its tenant. */
  readonly tier: string;
}

/**
 * Disconnects the subscribers that have lost their access, each with the reason, and returns those that have it: two
 * items are read for each, in one round trip for about fifty.
 */
export async function disconnectRefused(
  tenant: TenantStore,
  subscribers: readonly SubscriberConnection[],
  now: Date,
): Promise<CheckedSubscriber[]> {
  const checked = await recheckSubscribers(tenant, subscribers, now);
  const refused = subscribers.flatMap(({ id }, index) => {
    const failure = checked[index];
    return failure instanceof Failure ? [{ id, failure }] : [];
  });
  await forEachConcurrently(refused, concurrency, async ({ id, failure }) => {
    const code = failure.details[0]?.code ?? failure.code;
    await sendMessage(id, { type: 'refused', code, message: failure.message });
    await disconnect(tenant, id);
  });
  return subscribers.flatMap((subscriber, index) => {
    const access = checked[index];
    return access && !(access instanceof Failure) ? [{ subscriber, ...access }] : [];
  });
}

/** Disconnects the subscriber where necessary, and sends a heartbeat when it is due. */
export async function lookAfter(
  tenant: TenantStore,
  subscriber: SubscriberConnection,
  now: Date,
): Promise<void> {
  const { id, state, connectedAt } = subscriber;
  const isLate = state !== 'live' && now.getTime() - Date.parse(connectedAt) > maxCatchUpTime;
  if (state === 'cut off' || isLate) return disconnect(tenant, id);
  const [admitted] = await disconnectRefused(tenant, [subscriber], now);
  if (!admitted) return;
  if (!receivesChanges(subscriber) || !isHeartbeatDue(subscriber, now)) return;
  if ((await sendMessage(id, { type: 'heartbeat' })) !== 'sent') await disconnect(tenant, id);
}
