// Finishes merges of records that a call of their function left unfinished. A request that read a record just before the
// merge may have written a reference to them afterwards: those are moved when no such request can be running any more.
import type { Context } from 'aws-lambda';
import { isSettled, mergeById, openMerges } from '../../../../shared/directory/record-merge/merge-record.ts';
import { iterateTenants } from '../../../../shared/platform/tenants.ts';
import { runKinds, runMerge } from '../../merge/run-merge.ts';

/** The milliseconds that must be left for another step; the rest is left to the next call. */
const TIME_FOR_STEP = 10_000;

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
  now = new Date(),
): Promise<void> => {
  const isInTime = (): boolean =>
    (context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) >= TIME_FOR_STEP;
  for await (const tenant of iterateTenants())
    for (const kind of runKinds)
      for (const { id } of await tenant.queryAll(openMerges(tenant, kind))) {
        if (!isInTime()) return;
        const merge = await mergeById(tenant, kind, id);
        if (merge && isSettled(merge, now, kind)) await runMerge(tenant, kind, merge, { isInTime, now });
      }
};
