// Sends changes as they happen where the tenant's budget and the time allow, and leaves the rest to a job.
import type { PositionedChange } from '../change-feed/feed.ts';
import type { TenantStore } from '../data/store.ts';
import { handOver, leaveToJob } from './backlog-store.ts';
import { disconnectRefused } from './check-subscriber.ts';
import { buildFrames } from './frames.ts';
import { getSendsPerSecond, reserveSends } from './send-budget.ts';
import { sendLive } from './send-live.ts';
import type { BacklogItem, SubscriberConnection } from './subscriber-connections.ts';

/**
 * Sends the changes of a tenant to those that follow any of them. While there is a backlog, the job sends everything, so
 * that nothing overtakes what waits. One that ended since it was read has sent all that came before these changes.
 */
export async function sendOrHandOver(
  tenant: TenantStore,
  following: readonly SubscriberConnection[],
  backlog: BacklogItem | undefined,
  changes: readonly PositionedChange[],
  hasTime: () => boolean,
): Promise<void> {
  const places = changes.map(({ place }) => place).sort();
  const range = { first: places[0] ?? '', last: places.at(-1) ?? '' };
  if (backlog && (await leaveToJob(tenant, range))) return;
  // Access that was lost a moment ago counts: nothing is sent after it.
  const readers = await disconnectRefused(tenant, following, new Date());
  const events = changes.map(({ event }) => event);
  const count = readers.reduce((sum, reader) => sum + buildFrames(reader, events).length, 0);
  if (count === 0) return;
  const limit = getSendsPerSecond(readers[0]?.tier ?? '');
  if (!(await reserveSends(tenant, count, limit, new Date()))) return handOver(tenant, range);
  const unsent = await sendLive(tenant, readers, changes, { hasTime });
  if (unsent) await handOver(tenant, { ...range, first: unsent.position }, unsent.delivery);
}
