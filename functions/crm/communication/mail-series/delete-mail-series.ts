// DELETE /api/v1/MailSeries/{id}
import { removeDraft } from '../../../../shared/broadcasts/store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { assertAllows, removeSeries, requireSeries } from '../../../../shared/mail-series/series.ts';
import { deleteMailSeries } from './contract.ts';
import { loadSteps } from './present.ts';

export const handler = lambda(deleteMailSeries, async ({ tenant, params, ifMatch }) => {
  const series = await requireSeries(tenant, params.id);
  assertAllows('delete', series);
  const steps = await loadSteps(tenant, series);
  return write(
    [removeSeries(tenant, series, ifMatch), ...steps.flatMap((step) => removeDraft(tenant, step))],
    noContent(),
  );
});
