// Continues exports, one file after the other. It may stop anywhere; sweep-exports continues what was cut off.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { runExport } from '../../exports/run-export.ts';

/** The milliseconds that must be left for a page and its file; the rest is left to another call. */
const TIME_FOR_STEP = 20_000;

export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const isInTime = (): boolean =>
    (context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) >= TIME_FOR_STEP;
  for (const { tenant, partition } of listChangedItems(event))
    await runExport(tenant, partition.replace(/^EXPORT#/, ''), {
      ...{ now: () => new Date(), newId: randomUUID, isInTime },
    });
};
