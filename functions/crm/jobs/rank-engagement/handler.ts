// Calculates the rankings of engaged people that are due.
import { randomUUID } from 'node:crypto';
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { rankPeople } from '../../advocacy/engagement/rank-people.ts';
import { engagementRuns } from '../../advocacy/engagement/record/store.ts';

/** The milliseconds that must be left for a page of people; the rest is left to the next call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const hasTime = createTimeCheck(context, TIME_FOR_PAGE);
  await continueDueRuns({
    ...{ job: 'rank-engagement', name: 'ranking', runs: engagementRuns, now, isInTime: hasTime },
    proceed: (tenant, run, isInTime) => rankPeople(tenant, run, { now, newId: randomUUID, isInTime }),
  });
};
