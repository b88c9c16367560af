// Continues the reports that are due: cut off, released for lack of time, or to be retried.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { logError } from '../../../../shared/log/log.ts';
import { iterateTenants } from '../../../../shared/platform/tenants.ts';
import { minTimeForPart, runReport } from '../../reports/run.ts';
import { listDueRuns } from '../../reports/store.ts';

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const timeLeft = (): number => context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY;
  for await (const tenant of iterateTenants()) {
    for (const run of await listDueRuns(tenant, new Date())) {
      if (timeLeft() < minTimeForPart) return;
      // A report that fails must not block the others.
      await runReport(tenant, run, { now: () => new Date(), newId: randomUUID, timeLeft }).catch(
        (error: unknown) => logError(`report ${run.id} of ${tenant.code}`, error),
      );
    }
  }
};
