// Runs bill tracking's timers by each tenant's own clock, fans out what was missed, and sends webhooks that are due.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { tenantKey } from '../../../shared/auth/records.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { logError } from '../../../shared/http/log.ts';
import { everyTenant } from '../../../shared/platform/tenants.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import { tenantTime } from '../../../shared/schedule/tenant-clock.ts';
import { sendingTime, sendWebhook } from '../../../shared/webhooks/send.ts';
import { sendDueLanes, sweepChanges } from '../deliveries/sweep.ts';
import { rulesAt } from './rules.ts';

/** Nothing is begun with less time left, in milliseconds: a try of a webhook, and noting what came of it. */
const timeForOne = sendingTime + 10_000;

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const hasTime = (): boolean => context === undefined || context.getRemainingTimeInMillis() >= timeForOne;

  /** Some of one tenant's work; whether there is more. A suspended tenant's rests until it is active again. */
  async function someOf(tenant: TenantStore): Promise<boolean> {
    const settings = await tenant.get(tenantKey(tenant));
    if (settings?.status !== 'active') return false;
    const real = new Date();
    await sweepChanges(tenant, real, hasTime).catch((error: unknown) =>
      logError(`changes of ${tenant.code}`, error),
    );
    const hasMoreTimers = await runDueTimers(tenant, {
      area: 'billtracking',
      rules: rulesAt(real),
      now: tenantTime(settings, real),
      newId: randomUUID,
      hasTime,
    });
    const hasMoreToSend = await sendDueLanes(tenant, {
      now: () => new Date(),
      newId: randomUUID,
      random: Math.random,
      send: sendWebhook,
      hasTime,
    });
    return hasMoreTimers || hasMoreToSend;
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
