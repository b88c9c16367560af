// GET /api/1.0/CapitolReport/report/{id}/{format}
import { lambda } from '../../../shared/http/lambda.ts';
import { getCapitolReportFile } from './contract.ts';
import { replyWithReport } from './reply-with-report.ts';
import { requireReport } from './store.ts';

export const handler = lambda(getCapitolReportFile, async ({ params, tenant }) =>
  replyWithReport(await requireReport(tenant, params.id), params.format),
);
