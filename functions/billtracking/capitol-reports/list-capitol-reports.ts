// POST /api/1.0/CapitolReport/list
import { lambda } from '../../../shared/http/lambda.ts';
import { page } from '../envelopes.ts';
import { listCapitolReports } from './contract.ts';
import { findReports } from './find-reports.ts';
import { shownReport } from './present.ts';

export const handler = lambda(listCapitolReports, async ({ body, tenant, url }) => {
  const { reports, total } = await findReports(tenant, body);
  return page(
    reports.map((report) => shownReport(report, url)),
    body,
    total,
  );
});
