// Runs the timers of relationships by each tenant's own clock: drafts that wait for an event.
import { randomUUID } from 'node:crypto';
import { WAIT_TIMER } from '../../../../shared/change-feed/awaited-changes.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { findActiveTenant } from '../../../../shared/platform/tenants.ts';
import { runDueTimers } from '../../../../shared/schedule/run-due-timers.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { dueTimersKind } from '../../../../shared/schedule/timers.ts';
import { waitTimerRule } from '../../communication/broadcasts/send-when/wait-timer.ts';

/** The time that must be left to start a timer, in milliseconds. */
const MIN_TIME_PER_TIMER = 10_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  await serveDueTenants({
    job: 'run-crm-timers',
    kinds: [dueTimersKind('crm')],
    byTenantClock: true,
    now: now(),
    hasTime: createTimeCheck(context, MIN_TIME_PER_TIMER),
    serve: async (tenant, { hasTime }) => {
      const settings = await findActiveTenant(tenant);
      if (!settings) return false;
      const real = now();
      return runDueTimers(tenant, {
        ...{ area: 'crm', rules: { [WAIT_TIMER]: waitTimerRule(real) } },
        ...{ now: tenantTime(settings, real), newId: randomUUID, hasTime },
      });
    },
  });
};
