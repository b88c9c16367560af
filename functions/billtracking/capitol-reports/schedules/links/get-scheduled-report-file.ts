// GET /api/1.0/CapitolReport/Links/{tenantCode}/{token}/{format}
import { notFound } from '../../../../../shared/errors/failure.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { replyWithReport } from '../../reply-with-report.ts';
import { findReport } from '../../store.ts';
import { getScheduledReportFile } from './contract.ts';
import { findReportLink, showsReport } from './open-report-link.ts';

export const handler = pageLambda(getScheduledReportFile, async (request) => {
  const link = await findReportLink(request);
  const isOpen = link !== undefined && (await showsReport(link)) === 'yes';
  const found = isOpen ? await findReport(link.tenant, link.claims.reportId) : undefined;
  if (!found) throw notFound('report', 'of this link');
  return replyWithReport(found, request.params.format);
});
