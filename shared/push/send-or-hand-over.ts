// Sends changes as they happen where the tenant's budget and the time allow, and leaves the rest to a job.
import type { PositionedChange } from '../change-feed/feed.ts';
import type { TenantStore } from '../data/store.ts';
import { handOver } from './backlog-store.ts';
import { disconnectRefused } from './check-subscriber.ts';
import { buildFrames } from './frames.ts';
import { getSendsPerSecond, reserveSends } from './send-budget.ts';
import { sendLive } from './send-live.ts';
import type { BacklogItem, SubscriberConnection } from './subscriber-connections.ts';

/**
 * Sends the changes of a tenant to those that follow any of them. While there is a backlog, the job sends everything, so
 * that nothing overtakes what waits.
 */
export async function sendOrHandOver(
  tenant: TenantStore,
  following: readonly SubscriberConnection[],
  backlog: BacklogItem | undefined,
  changes: readonly PositionedChange[],
  hasTime: () => boolean,
): Promise<void> {
  const first = changes.map(({ place }) => place).sort()[0] ?? '';
  if (backlog?.state === 'sending') {
    // A batch that the stream delivers again may be older than what the job has read.
    if (first < backlog.position) await handOver(tenant, first);
    return;
  }
  // Access that was lost a moment ago counts: nothing is sent after it.
  const readers = await disconnectRefused(tenant, following, new Date());
  const events = changes.map(({ event }) => event);
  const count = readers.reduce((sum, reader) => sum + buildFrames(reader, events).length, 0);
  if (count === 0) return;
  const limit = getSendsPerSecond(readers[0]?.tier ?? '');
  if (!(await reserveSends(tenant, count, limit, new Date()))) return handOver(tenant, first);
  const unsent = await sendLive(tenant, readers, changes, { hasTime });
  if (unsent !== undefined) await handOver(tenant, unsent);
}
