// Receivers that did not answer in time. For a while they are only called by the scheduled function, which limits how many
// deliveries to a subscription and a host are under way; otherwise each new change would hold another call of a function.
import { type Change, put } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import type { Outcome } from '../webhooks/send.ts';

/** The mark of a subscription whose receiver is slow. */
interface SlowReceiverItem {
  readonly type: 'slow-receiver';
  /** Epoch milliseconds. */
  readonly until: number;
  readonly ttl: number;
}

/** An attempt that fails after so long holds up others. */
export const SLOW_MILLISECONDS = 5_000;
/** How long after the last such attempt a receiver counts as slow. */
export const SLOW_FOR_MILLISECONDS = 5 * 60_000;

const markKey = (tenant: TenantStore, subscriptionId: string): Key<SlowReceiverItem> =>
  tenant.key(`SLOW-RECEIVER#${subscriptionId}`, 'MARK');

/** Whether the receiver of a subscription is slow. One read. */
export async function isSlowReceiver(
  tenant: TenantStore,
  subscriptionId: string,
  now: Date,
): Promise<boolean> {
  const mark = await tenant.get(markKey(tenant, subscriptionId));
  return mark !== undefined && mark.until > now.getTime();
}

/** Marks the receiver after a failed attempt that took long. */
export function markSlowReceiver(
  tenant: TenantStore,
  subscriptionId: string,
  { milliseconds }: Pick<Outcome, 'milliseconds'>,
  now: Date,
): Change[] {
  if (milliseconds < SLOW_MILLISECONDS) return [];
  const until = now.getTime() + SLOW_FOR_MILLISECONDS;
  const ttl = Math.ceil(until / 1000);
  return [put(markKey(tenant, subscriptionId), { type: 'slow-receiver', until, ttl })];
}
