// Runs the timers that are due by each tenant's own clock, and tells the notices that the stream could not.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { tenantKey } from '../../../shared/auth/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { logError } from '../../../shared/http/log.ts';
import { everyTenant } from '../../../shared/platform/tenants.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import { tenantTime } from '../../../shared/schedule/tenant-clock.ts';
import { tellDueNotices } from './due-notices.ts';
import { rules } from './rules.ts';

/** How long one timer may take, in milliseconds: none is begun with less left. */
const timeForOne = 10_000;

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const hasTime = (): boolean => context === undefined || context.getRemainingTimeInMillis() >= timeForOne;

  /** Some of one tenant's work; whether there is more. A suspended tenant's timers rest until it is active again. */
  async function someOf(tenant: TenantStore): Promise<boolean> {
    const settings = await tenant.get(tenantKey(tenant));
    if (settings?.status !== 'active') return false;
    const real = new Date();
    const now = tenantTime(settings, real);
    const hasMoreTimers = await runDueTimers(tenant, { rules, now, newId: randomUUID, hasTime });
    return (await tellDueNotices(tenant, now, real, hasTime)) || hasMoreTimers;
  }

  // In rounds, so that a tenant with much to do does not keep the others waiting.
  let round: AsyncIterable<TenantStore> | Iterable<TenantStore> = everyTenant();
  for (;;) {
    const unfinished: TenantStore[] = [];
    for await (const tenant of round) {
      if (!hasTime()) return;
      const hasMore = await someOf(tenant).catch((error: unknown) => {
        logError(`timers of ${tenant.code}`, error);
        return false;
      });
      if (hasMore) unfinished.push(tenant);
    }
    if (unfinished.length === 0) return;
    round = unfinished;
  }
};
