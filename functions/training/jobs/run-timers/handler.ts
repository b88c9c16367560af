// Runs the timers that are due by each tenant's clock, and delivers the messages that the stream did not.
import { randomUUID } from 'node:crypto';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { findActiveTenant } from '../../../../shared/platform/tenants.ts';
import { runDueTimers } from '../../../../shared/schedule/run-due-timers.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { dueTimersKind } from '../../../../shared/schedule/timers.ts';
import { dueMessagesKind } from '../../notifications/notification-message.ts';
import { deliverDueMessages } from './due-messages.ts';
import { rules } from './rules.ts';

/** The time that must be left to start a timer, in milliseconds. */
const minTimePerTimer = 10_000;

export const handler = async (_event?: unknown, context?: RemainingTime): Promise<void> => {
  await serveDueTenants({
    job: 'run-timers',
    kinds: [dueTimersKind(), dueMessagesKind],
    byTenantClock: true,
    now: new Date(),
    hasTime: createTimeCheck(context, minTimePerTimer),
    serve: async (tenant, { hasTime }) => {
      const settings = await findActiveTenant(tenant);
      if (!settings) return false;
      const real = new Date();
      const now = tenantTime(settings, real);
      const hasMoreTimers = await runDueTimers(tenant, { rules, now, newId: randomUUID, hasTime });
      return (await deliverDueMessages(tenant, now, real, hasTime)) || hasMoreTimers;
    },
  });
};
