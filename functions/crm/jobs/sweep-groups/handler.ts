// Continues the comparisons of people with filters of groups that are due.
import { randomUUID } from 'node:crypto';
import { groupRuns } from '../../../../shared/directory/groups/group-filters.ts';
import { continueDueRuns } from '../../../../shared/jobs/continue-due-runs.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { comparePeople } from '../../groups/filter/compare-people.ts';

/** The milliseconds that must be left for a page of people; the rest is left to the next call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const hasTime = createTimeCheck(context, TIME_FOR_PAGE);
  await continueDueRuns({
    ...{ job: 'sweep-groups', name: 'filter of the group', runs: groupRuns, now, isInTime: hasTime },
    proceed: (tenant, { id }, isInTime) => comparePeople(tenant, id, { now, newId: randomUUID, isInTime }),
  });
};
