// GET /api/1.0/legislative/bills/report/public-dashboard/getAllReportType
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { reportTypes } from '../../capitol-reports/content/report-types.ts';
import { listReportTypes } from './contract.ts';

export const handler = lambda(listReportTypes, () =>
  ok(reportTypes.map(({ code, label }) => ({ reportTypeMasterId: code, name: label }))),
);
