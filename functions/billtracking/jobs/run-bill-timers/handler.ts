// Runs bill tracking's timers by each tenant's own clock, fans out missed changes, and sends webhooks that are due.
import { randomUUID } from 'node:crypto';
import { followedChangesKind } from '../../../../shared/change-feed/followers.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { logError } from '../../../../shared/log/log.ts';
import { serveDueTenants, type Turn } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { findActiveTenant } from '../../../../shared/platform/tenants.ts';
import { runDueTimers } from '../../../../shared/schedule/run-due-timers.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { dueTimersKind } from '../../../../shared/schedule/timers.ts';
import { dueQueuesKind } from '../../../../shared/subscriptions/delivery-store.ts';
import { createSendingPool } from '../../../../shared/subscriptions/sending-pool.ts';
import { SEND_TIMEOUT_MILLISECONDS, sendWebhook } from '../../../../shared/webhooks/send.ts';
import { sendDueSubjectQueues, sweepChanges } from '../../events/subscriptions/deliveries/sweep.ts';
import { buildTimerRules } from './rules.ts';

/** The milliseconds that an attempt to send a webhook and recording its outcome may take. */
const MIN_TIME_LEFT = SEND_TIMEOUT_MILLISECONDS + 10_000;

export const handler = async (_event?: unknown, context?: RemainingTime): Promise<void> => {
  const hasTimeToSend = createTimeCheck(context, MIN_TIME_LEFT);
  const pool = createSendingPool();
  const sending = new Map<string, Promise<void>>();
  /** Sends what is due in parallel with the work of other tenants, none of whom waits for this tenant's receivers. */
  const beginSending = (tenant: TenantStore): void => {
    if (sending.has(tenant.code)) return;
    const deliveries = {
      now: () => new Date(),
      newId: randomUUID,
      random: Math.random,
      send: sendWebhook,
      hasTime: hasTimeToSend,
    };
    const send = async (): Promise<void> => {
      while (await sendDueSubjectQueues(tenant, deliveries, pool));
    };
    sending.set(
      tenant.code,
      send().catch((error: unknown) => logError(`deliveries of ${tenant.code}`, error)),
    );
  };
  const serve = async (tenant: TenantStore, { hasTime }: Turn): Promise<boolean | 'failed'> => {
    const settings = await findActiveTenant(tenant);
    if (!settings) return false;
    const real = new Date();
    let hasFailed = false;
    await sweepChanges(tenant, real, hasTime).catch((error: unknown) => {
      hasFailed = true;
      logError(`changes of ${tenant.code}`, error);
    });
    const hasMoreTimers = await runDueTimers(tenant, {
      area: 'billtracking',
      rules: buildTimerRules(real),
      now: tenantTime(settings, real),
      newId: randomUUID,
      hasTime,
    });
    beginSending(tenant);
    return hasMoreTimers || (hasFailed && 'failed');
  };
  await serveDueTenants({
    job: 'run-bill-timers',
    kinds: [dueTimersKind('billtracking'), dueQueuesKind, followedChangesKind],
    byTenantClock: true,
    now: new Date(),
    hasTime: hasTimeToSend,
    serve,
  });
  await Promise.all(sending.values());
};
