// Continues imports, one step after the other. It may stop anywhere; sweep-imports continues what was cut off.
import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { runImport } from '../../imports/run-import.ts';

/** The milliseconds that must be left for another page; the rest is left to another call. */
const TIME_FOR_STEP = 15_000;

export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const isInTime = (): boolean =>
    (context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) >= TIME_FOR_STEP;
  for (const { tenant, partition } of listChangedItems(event))
    await runImport(tenant, partition.replace(/^IMPORT#/, ''), {
      ...{ now: () => new Date(), newId: randomUUID, isInTime },
    });
};
