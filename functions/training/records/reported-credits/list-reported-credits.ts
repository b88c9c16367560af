// GET /api/v1/ReportedCredits
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { buildLinkHeader } from '../../cursor-listing.ts';
import { listReportedCredits } from './contract.ts';
import { presentReport } from './present.ts';
import { listReports, reportSort } from './store.ts';

export const handler = lambda(listReportedCredits, async (context) => {
  const { query, tenant, url } = context;
  const { status, creditTypeId, submittedFrom, submittedTo } = query;
  const name = `REPORTED-CREDITS#${status}#${creditTypeId ?? ''}`;
  const to = submittedTo === undefined ? undefined : `${submittedTo}~`;
  const { items, next } = await readCursorPage(name, query, reportSort, async (limit, after) => {
    const from = after ?? submittedFrom;
    return to !== undefined && from !== undefined && from > to
      ? []
      : listReports(tenant, { status, creditTypeId }, { from, to, limit });
  });
  return ok(
    items.map((report) => presentReport(report, context)),
    { headers: buildLinkHeader(url('/api/v1/ReportedCredits'), query, next) },
  );
});
