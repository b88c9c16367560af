// Finishes erasures that a call of their function left unfinished, and looks through everything once more when no request
// can be running any more that read the person before.
import type { Context } from 'aws-lambda';
import { isSettled } from '../../../../shared/directory/record-merge/merge-record.ts';
import { iterateTenants } from '../../../../shared/platform/tenants.ts';
import { runErasure } from '../../people/erasure/run-erasure.ts';
import { erasureOfPerson, openErasures } from '../../people/erasure/store.ts';

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
    for (const { id } of await tenant.queryAll(openErasures(tenant))) {
      if (!isInTime()) return;
      const erasure = await erasureOfPerson(tenant, id);
      if (erasure && isSettled(erasure, now)) await runErasure(tenant, erasure, { isInTime, now });
    }
};
