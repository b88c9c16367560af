// Takes the steps of series that are due, and continues the runs through the people of a series. What a step sends, its broadcast
// sends at once.
import { randomUUID } from 'node:crypto';
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { dueMembersKind } from '../../../../shared/mail-series-members/member.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { findActiveTenant } from '../../../../shared/platform/tenants.ts';
import { runSeries, seriesRuns } from '../../communication/mail-series/run/series-run.ts';
import { STEPS_AT_ONCE, takeDueSteps } from '../../communication/mail-series/run/take-steps.ts';

/** The milliseconds that must be left for a page of people. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const isInTime = createTimeCheck(context, TIME_FOR_PAGE);
  await serveDueTenants({
    ...{ job: 'sweep-mail-series', kinds: [dueMembersKind], now: now(), hasTime: isInTime },
    serve: async (tenant, { hasTime }) => {
      const settings = await findActiveTenant(tenant);
      if (!settings) return false;
      // Each person is a step of the turn.
      let limit = 0;
      while (limit < STEPS_AT_ONCE && hasTime()) limit += 1;
      return limit === 0 || takeDueSteps({ tenant, settings, real: now(), newId: randomUUID }, limit);
    },
  });
  await continueDueRuns({
    ...{ job: 'sweep-mail-series', name: 'series', runs: seriesRuns, now, isInTime },
    proceed: (tenant, { id }, hasTime) =>
      runSeries(tenant, id, { now, newId: randomUUID, isInTime: hasTime }),
  });
};
