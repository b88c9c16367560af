// Erases what names a person who was erased, in every area. It may stop anywhere; another call goes on from there.
import type { Context } from 'aws-lambda';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { runErasure } from '../../people/erasure/run-erasure.ts';
import { erasureOfPerson } from '../../people/erasure/store.ts';

/** The milliseconds that must be left for another step; the rest is left to another call. */
const TIME_FOR_STEP = 10_000;

/** Repeating a call only erases what an earlier one did not reach. */
export const handler = async (
  event: ChangeEventInput,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const isInTime = (): boolean =>
    (context?.getRemainingTimeInMillis() ?? Number.POSITIVE_INFINITY) >= TIME_FOR_STEP;
  for (const { tenant, partition } of listChangedItems(event)) {
    const erasure = await erasureOfPerson(tenant, partition.replace(/^PERSON#/, ''));
    if (erasure?.status === 'running') await runErasure(tenant, erasure, { isInTime, now: new Date() });
  }
};
