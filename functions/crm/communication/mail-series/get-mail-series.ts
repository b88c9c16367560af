// GET /api/v1/MailSeries/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { requireSeries } from '../../../../shared/mail-series/series.ts';
import { getMailSeries } from './contract.ts';
import { presentSeries } from './present.ts';

export const handler = lambda(getMailSeries, async ({ tenant, params }) => {
  const series = await requireSeries(tenant, params.id);
  return ok(await presentSeries(tenant, series), { version: series.version, isComposed: true });
});
