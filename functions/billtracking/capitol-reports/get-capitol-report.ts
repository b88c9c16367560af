// GET /api/1.0/CapitolReport/report/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { succeeded } from '../envelopes.ts';
import { getCapitolReport } from './contract.ts';
import { shownReport } from './present.ts';
import { foundReport } from './store.ts';

export const handler = lambda(getCapitolReport, async ({ params, tenant, url }) => {
  const { report, data } = await foundReport(tenant, params.id);
  return succeeded({ ...shownReport(report, url), data }, report.title, { version: report.version });
});
