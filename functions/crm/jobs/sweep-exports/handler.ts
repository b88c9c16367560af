// Continues the exports that are due: cut off or to be tried again.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { logError } from '../../../../shared/log/log.ts';
import { iterateTenants } from '../../../../shared/platform/tenants.ts';
import { runExport } from '../../exports/run-export.ts';
import { exportRuns } from '../../exports/store.ts';

/** The milliseconds that must be left for a page and its file; the rest is left to the next call. */
const TIME_FOR_STEP = 20_000;

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const isInTime = (): boolean =>
    (context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) >= TIME_FOR_STEP;
  for await (const tenant of iterateTenants())
    for (const { id } of await exportRuns.listDue(tenant, now())) {
      if (!isInTime()) return;
      // An export that fails must not block the others.
      await runExport(tenant, id, { now, newId: randomUUID, isInTime }).catch((error: unknown) =>
        logError(`export ${id} of ${tenant.code}`, error),
      );
    }
};
