// Continues the comparisons of people with filters of groups that are due.
import { randomUUID } from 'node:crypto';
import { groupRuns } from '../../../../shared/directory/group-filters.ts';
import { logError } from '../../../../shared/log/log.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/tenant-rounds.ts';
import { iterateTenants } from '../../../../shared/platform/tenants.ts';
import { comparePeople } from '../../groups/filter/compare-people.ts';

/** The milliseconds that must be left for a page of people; the rest is left to the next call. */
const TIME_FOR_PAGE = 20_000;

export const handler = async (
  _event?: unknown,
  context?: RemainingTime,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const isInTime = createTimeCheck(context, TIME_FOR_PAGE);
  for await (const tenant of iterateTenants())
    for (const { id } of await groupRuns.listDue(tenant, now())) {
      if (!isInTime()) return;
      // A group that fails must not block the others.
      await comparePeople(tenant, id, { now, newId: randomUUID, isInTime }).catch((error: unknown) =>
        logError(`filter of the group ${id} of ${tenant.code}`, error),
      );
    }
};
