// Checks push subscribers: disconnects those without access, and keeps connections from being idle.

import { openPlatformStore, type PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { forEachConcurrently } from '../../../shared/data/work/for-each-concurrently.ts';
import { logError } from '../../../shared/log/log.ts';
import { createTimeCheck, type RemainingTime } from '../../../shared/platform/remaining-time.ts';
import {
  type ConnectionOwner,
  deleteConnectionOwner,
  listConnections,
  loadChannel,
} from '../../../shared/push/subscriber-connections.ts';

/** How many tenants, and subscribers of each, are checked in parallel. */
const tenantConcurrency = 10;
const subscriberConcurrency = 20;
/** No check begins with less time left, in milliseconds. */
const reservedTime = 10_000;

async function checkTenant(
  platform: PlatformStore,
  code: string,
  connections: readonly ConnectionOwner[],
  { hasTime, now }: { readonly hasTime: () => boolean; readonly now: Date },
): Promise<void> {
  const named = parseTenantCode(code);
  if (!named) return;
  const tenant = platform.tenant(named);
  const channel = await loadChannel(tenant);
  const { subscribers, backlog } = channel;
  if (backlog) {
    const { reviveBacklog } = await import('../../../shared/push/backlog-store.ts');
    await reviveBacklog(tenant, backlog, now);
  }
  const { saveFollowedTopics } = await import('../../../shared/push/followed-topics.ts');
  await saveFollowedTopics(tenant, channel);
  const known = new Set(subscribers.map(({ id }) => id));
  const left = connections.filter(({ id }) => !known.has(id));
  await forEachConcurrently(left, subscriberConcurrency, ({ id }) => deleteConnectionOwner(platform, id));
  const { lookAfter } = await import('../../../shared/push/check-subscriber.ts');
  await forEachConcurrently(subscribers, subscriberConcurrency, async (subscriber) => {
    if (hasTime())
      await lookAfter(tenant, subscriber, now).catch((error: unknown) =>
        logError(`subscriber ${subscriber.id}`, error),
      );
  });
}

/** One short read when there are no subscribers. */
export const handler = async (_event?: unknown, context?: RemainingTime): Promise<void> => {
  const platform = openPlatformStore();
  const work = { hasTime: createTimeCheck(context, reservedTime), now: new Date() };
  const byTenant = Map.groupBy(await listConnections(platform), ({ tenant }) => tenant);
  await forEachConcurrently([...byTenant], tenantConcurrency, async ([code, connections]) => {
    if (work.hasTime())
      await checkTenant(platform, code, connections, work).catch((error: unknown) =>
        logError(`subscribers of ${code}`, error),
      );
  });
};
