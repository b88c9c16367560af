// POST /api/1.0/CapitolReport/list
import { lambda } from '../../../shared/http/lambda.ts';
import { pageReply } from '../envelopes.ts';
import { listCapitolReports } from './contract.ts';
import { findReports } from './find-reports.ts';
import { presentReport } from './present.ts';

export const handler = lambda(listCapitolReports, async ({ body, tenant, url }) => {
  const { reports, total } = await findReports(tenant, body);
  return pageReply(
    reports.map((report) => presentReport(report, url)),
    body,
    total,
  );
});
