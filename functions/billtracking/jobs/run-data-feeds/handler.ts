// Reads the data feeds that are due.
import { randomUUID } from 'node:crypto';
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { findActiveTenant } from '../../../../shared/platform/tenants.ts';
import { feedRuns } from '../../data-feeds/record/store.ts';
import { runFeed } from '../../data-feeds/run/run-feed.ts';

/** The milliseconds that must be left for another part: a request of a large list, and its import. */
const TIME_FOR_PART = 30_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const hasTime = createTimeCheck(context, TIME_FOR_PART);
  await continueDueRuns({
    ...{ job: 'run-data-feeds', name: 'data feed', runs: feedRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) =>
      runFeed(tenant, id, {
        ...{ now, newId: randomUUID, isInTime },
        isActive: async () => (await findActiveTenant(tenant)) !== undefined,
      }),
  });
};
