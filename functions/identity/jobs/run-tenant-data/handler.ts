// Continues the exports and erasures of whole tenants that are due: new ones, and those that ran out of time.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { openPlatformStore } from '../../../../shared/data/store.ts';
import { logError } from '../../../../shared/log/log.ts';
import { runDueTenantData } from '../../tenant-data/run-due.ts';

/** The milliseconds that must be left for a step: a part of a scan, and what was collected before. */
const TIME_FOR_STEP = 20_000;

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
  now: () => Date = () => new Date(),
): Promise<void> => {
  const isInTime = (): boolean =>
    (context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) >= TIME_FOR_STEP;
  await runDueTenantData(openPlatformStore(), { now, newId: randomUUID, isInTime }, logError);
};
