// Continues the broadcasts that are due and counts of audiences that were cut off, takes the steps of series, and looks at what
// drafts wait for.
import { randomUUID } from 'node:crypto';
import { broadcastRuns } from '../../../../shared/broadcasts/store.ts';
import { WAIT_TIMER } from '../../../../shared/change-feed/awaited-changes.ts';
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { openMailSender } from '../../../../shared/mail/deliver.ts';
import { dueMembersKind } from '../../../../shared/mail-series-members/member.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { findActiveTenant } from '../../../../shared/platform/tenants.ts';
import { runDueTimers } from '../../../../shared/schedule/run-due-timers.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { dueTimersKind } from '../../../../shared/schedule/timers.ts';
import { runCount } from '../../broadcasts/audience-count/run-count.ts';
import { audienceRuns } from '../../broadcasts/audience-count/store.ts';
import { runBroadcast } from '../../broadcasts/run/run-broadcast.ts';
import { waitTimerRule } from '../../broadcasts/send-when/wait-timer.ts';
import { runSeries, seriesRuns } from '../../mail-series/run/series-run.ts';
import { STEPS_AT_ONCE, takeDueSteps } from '../../mail-series/run/take-steps.ts';

/** The milliseconds that must be left for a page of mails; the rest is left to the next call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const hasTime = createTimeCheck(context, TIME_FOR_PAGE);
  const openSender = () => openMailSender(true);
  // First the drafts that wait and the series: what they send is due at once.
  await serveDueTenants({
    job: 'sweep-broadcasts',
    kinds: [dueTimersKind('crm'), dueMembersKind],
    byTenantClock: true,
    now: now(),
    hasTime,
    serve: async (tenant, turn) => {
      const settings = await findActiveTenant(tenant);
      if (!settings) return false;
      const hasMoreTimers = await runDueTimers(tenant, {
        ...{ area: 'crm', rules: { [WAIT_TIMER]: waitTimerRule(now()) } },
        ...{ now: tenantTime(settings, now()), newId: randomUUID, hasTime: turn.hasTime },
      });
      // Each person is a step of the turn.
      let limit = 0;
      while (limit < STEPS_AT_ONCE && turn.hasTime()) limit += 1;
      if (limit === 0) return true;
      const hasMoreSteps = await takeDueSteps({ tenant, settings, real: now(), newId: randomUUID }, limit);
      return hasMoreTimers || hasMoreSteps;
    },
  });
  await continueDueRuns({
    ...{ job: 'sweep-broadcasts', name: 'series', runs: seriesRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) => runSeries(tenant, id, { now, newId: randomUUID, isInTime }),
  });
  await continueDueRuns({
    ...{ job: 'sweep-broadcasts', name: 'broadcast', runs: broadcastRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) =>
      runBroadcast(tenant, id, { now, newId: randomUUID, isInTime, openSender }),
  });
  await continueDueRuns({
    ...{ job: 'sweep-broadcasts', name: 'audience', runs: audienceRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) => runCount(tenant, id, { now, newId: randomUUID, isInTime }),
  });
};
