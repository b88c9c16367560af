// Continues the reports that are due: cut off, released for lack of time, or to be retried.
import { randomUUID } from 'node:crypto';
import { logError } from '../../../../shared/log/log.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { minTimeForPart, runReport } from '../../reports/run.ts';
import { dueRunsKind, listDueRuns } from '../../reports/store.ts';

export const handler = async (_event?: unknown, context?: RemainingTime): Promise<void> => {
  const timeLeft = (): number => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
  const hasTime = createTimeCheck(context, minTimeForPart);
  await serveDueTenants({
    job: 'sweep-reports',
    kinds: [dueRunsKind],
    now: new Date(),
    hasTime,
    serve: async (tenant) => {
      let hasFailed = false;
      for (const run of await listDueRuns(tenant, new Date())) {
        if (!hasTime()) return true;
        // A report that fails must not block the others.
        await runReport(tenant, run, { now: () => new Date(), newId: randomUUID, timeLeft }).catch(
          (error: unknown) => {
            hasFailed = true;
            logError(`report ${run.id} of ${tenant.code}`, error);
          },
        );
      }
      return hasFailed && 'failed';
    },
  });
};
