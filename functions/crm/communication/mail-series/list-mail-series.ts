// GET /api/v1/MailSeries
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listSeries } from '../../../../shared/mail-series/series.ts';
import { takeWholeListPage } from '../../committees/whole-list.ts';
import { listMailSeries } from './contract.ts';
import { presentSeriesEntry } from './present.ts';

export const handler = lambda(listMailSeries, async ({ tenant, query }) => {
  const all = (await listSeries(tenant)).map((series) => presentSeriesEntry(series, tenant.code));
  return ok(takeWholeListPage(all, query));
});
