// DELETE /api/v1/MailSeries/{id}/Steps/{stepId}
import {
  broadcastRuns,
  callForCancelled,
  removeDraft,
  saveBroadcast,
} from '../../../../../shared/broadcasts/store.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../../shared/http/reply.ts';
import { assertAllows, requireSeries } from '../../../../../shared/mail-series/series.ts';
import { assertMayChange } from '../build-series.ts';
import { presentSeries } from '../present.ts';
import { steerStep } from '../steer.ts';
import { removeMailSeriesStep } from './contract.ts';
import { requireStep } from './require-step.ts';
import { saveSteps } from './write-step.ts';

export const handler = lambda(removeMailSeriesStep, async (context) => {
  const { tenant, caller, params, receivedAt, newId } = context;
  const series = await requireSeries(tenant, params.id);
  const former = await requireStep(tenant, series, params.stepId);
  assertAllows('change', series);
  assertMayChange(series, caller);
  const run = await tenant.get(broadcastRuns.key(tenant, former.id), { consistent: true });
  const steps = series.steps.filter(({ id }) => id !== former.id);
  const { after, changes } = await saveSteps(context, series, steps);
  return write(
    [
      ...changes,
      // What was sent stays, and who still waits for this mail gets none.
      ...(series.status === 'draft'
        ? removeDraft(tenant, former)
        : [
            saveBroadcast(tenant, former, steerStep(former, 'end', context)),
            ...callForCancelled(tenant, run, receivedAt, newId()),
          ]),
    ],
    ok(await presentSeries(tenant, after), { version: after.version, isComposed: true }),
  );
});
