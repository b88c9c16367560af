// GET /api/1.0/CapitolReport/report/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { successReply } from '../envelopes.ts';
import { getCapitolReport } from './contract.ts';
import { presentReport } from './present.ts';
import { requireReport } from './store.ts';

export const handler = lambda(getCapitolReport, async ({ params, tenant, url }) => {
  const { report, data } = await requireReport(tenant, params.id);
  return successReply({ ...presentReport(report, url), data }, report.title, { version: report.version });
});
