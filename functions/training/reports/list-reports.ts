// GET /api/v1/Reports/List
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadCountedPage } from '../../../shared/lists/page.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { listReports } from './contract.ts';
import { presentReport } from './present.ts';
import { loadJobStates, reportsBySubject } from './store.ts';

export const handler = lambda(listReports, async (ctx) => {
  const { tenant, caller, query, url } = ctx;
  const { items, total } = await loadCountedPage(reportsBySubject(tenant, caller.subject), query);
  const states = await loadJobStates(tenant, items);
  return ok(
    states.map((state) => presentReport(state, ctx)),
    { headers: buildPageHeaders(url('/api/v1/Reports/List'), query, total) },
  );
});
