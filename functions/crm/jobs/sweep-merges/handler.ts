// Finishes merges of records that a call of their function left unfinished. A request that read a record just before the
// merge may have written a reference to them afterwards: those are moved when no such request can be running any more.
import {
  isSettled,
  mergeById,
  openMerges,
  openMergesDue,
} from '../../../../shared/directory/record-merge/merge-record.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { runKinds, runMerge } from '../../merge/run-merge.ts';

/** The milliseconds that must be left for another step; the rest is left to the next call. */
const TIME_FOR_STEP = 10_000;

export const handler = async (_event?: unknown, context?: RemainingTime, now = new Date()): Promise<void> => {
  await serveDueTenants({
    job: 'sweep-merges',
    kinds: runKinds.map(openMergesDue),
    now,
    hasTime: createTimeCheck(context, TIME_FOR_STEP),
    serve: async (tenant, { hasTime, beginRun, isOver }) => {
      for (const kind of runKinds)
        for (const { id } of await tenant.queryAll(openMerges(tenant, kind))) {
          const merge = await mergeById(tenant, kind, id);
          if (!merge || !isSettled(merge, now, kind)) continue;
          if (!hasTime()) return true;
          await runMerge(tenant, kind, merge, { isInTime: beginRun(), now });
        }
      return isOver();
    },
  });
};
