// Finishes erasures that a call of their function left unfinished, and looks through everything once more when no request
// can be running any more that read the person before.
import { isSettled } from '../../../../shared/directory/record-merge/merge-record.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { runErasure } from '../../people/erasure/run-erasure.ts';
import { erasureOfPerson, openErasures, openErasuresDue } from '../../people/erasure/store.ts';

/** The milliseconds that must be left for another step; the rest is left to the next call. */
const TIME_FOR_STEP = 10_000;

export const handler = async (_event?: unknown, context?: RemainingTime, now = new Date()): Promise<void> => {
  await serveDueTenants({
    job: 'sweep-people-erasures',
    kinds: [openErasuresDue],
    now,
    hasTime: createTimeCheck(context, TIME_FOR_STEP),
    serve: async (tenant, { hasTime, beginRun, isOver }) => {
      for (const { id } of await tenant.queryAll(openErasures(tenant))) {
        const erasure = await erasureOfPerson(tenant, id);
        if (!erasure || !isSettled(erasure, now)) continue;
        if (!hasTime()) return true;
        await runErasure(tenant, erasure, { isInTime: beginRun(), now });
      }
      return isOver();
    },
  });
};
