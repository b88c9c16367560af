// PUT /api/v1/MailSeries/{id}/Steps/{stepId}
import { lambda } from '../../../../../shared/http/lambda.ts';
import { assertAllows, requireSeries } from '../../../../../shared/mail-series/series.ts';
import { assertMayChange } from '../build-series.ts';
import { updateMailSeriesStep } from './contract.ts';
import { requireStep } from './require-step.ts';
import { writeStep } from './write-step.ts';

export const handler = lambda(updateMailSeriesStep, async (context) => {
  const series = await requireSeries(context.tenant, context.params.id);
  const former = await requireStep(context.tenant, series, context.params.stepId);
  assertAllows('change', series);
  assertMayChange(series, context.caller);
  return writeStep(context, series, former);
});
