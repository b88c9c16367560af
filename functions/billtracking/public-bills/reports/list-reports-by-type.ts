// GET /api/1.0/legislative/bills/report/public-dashboard/getReportByReportTypeId/{id}
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { findReportType } from '../../capitol-reports/content/report-types.ts';
import { reportsByAge } from '../../capitol-reports/store.ts';
import { listReportsByType } from './contract.ts';

export const handler = lambda(listReportsByType, async ({ params, tenant, caller }) => {
  const type = findReportType(params.id);
  if (type === undefined) throw notFound('report type', String(params.id));
  if (caller.kind === 'anonymous') return ok([]);
  // All entries are read, because the interface has no pages here: one read unit for sixteen.
  const reports = await reportsByAge(tenant).between({});
  return ok(
    reports
      .filter(({ reportType }) => reportType === type)
      .map(({ id, title }) => ({ billReportId: id, billReportName: title })),
  );
});
