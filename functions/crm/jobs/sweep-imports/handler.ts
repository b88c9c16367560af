// Continues the imports that are due: cut off, waiting, or to be tried again.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { logError } from '../../../../shared/log/log.ts';
import { iterateTenants } from '../../../../shared/platform/tenants.ts';
import { runImport } from '../../imports/run-import.ts';
import { importRuns } from '../../imports/store.ts';

/** The milliseconds that must be left for another page; the rest is left to the next call. */
const TIME_FOR_STEP = 15_000;

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const isInTime = (): boolean =>
    (context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) >= TIME_FOR_STEP;
  for await (const tenant of iterateTenants())
    for (const { id } of await importRuns.listDue(tenant, now())) {
      if (!isInTime()) return;
      // An import that fails must not block the others.
      await runImport(tenant, id, { now, newId: randomUUID, isInTime }).catch((error: unknown) =>
        logError(`import ${id} of ${tenant.code}`, error),
      );
    }
};
