// POST /api/v1/MailSeries/{id}/Steps
import { conflict } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { assertAllows, requireSeries } from '../../../../../shared/mail-series/series.ts';
import { assertMayChange } from '../build-series.ts';
import { addMailSeriesStep, MAX_STEPS } from './contract.ts';
import { writeStep } from './write-step.ts';

export const handler = lambda(addMailSeriesStep, async (context) => {
  const series = await requireSeries(context.tenant, context.params.id);
  assertAllows('change', series);
  assertMayChange(series, context.caller);
  if (series.steps.length >= MAX_STEPS)
    throw conflict(`${series.name} has ${MAX_STEPS} steps, which is the maximum.`);
  return writeStep(context, series);
});
