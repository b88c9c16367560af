// GET /api/1.0/CapitolReport/Links/{tenantCode}/{token}

import { getBrand } from '../../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { findReport } from '../../store.ts';
import { getScheduledReportPage } from './contract.ts';
import { findLinkedPerson, findReportLink, showsReport } from './open-report-link.ts';
import { buildReportLinkPath } from './report-link.ts';
import { describeReport, expiredReportPage } from './report-page.ts';

export const handler = pageLambda(getScheduledReportPage, async (request) => {
  const link = await findReportLink(request);
  const state = link ? await showsReport(link) : 'no';
  if (!link || state === 'no') return renderPage(unknownLinkPage);
  const { tenant, settings, claims, schedule } = link;
  if (state === 'expired') return renderPage(expiredReportPage, getBrand(settings));
  const found = await findReport(tenant, claims.reportId);
  if (!found) return renderPage(unknownLinkPage);
  const path = buildReportLinkPath(tenant, request.params.token);
  const isRecipient = schedule.recipientIds.includes(await findLinkedPerson(link));
  return renderPage(
    describeReport(found.data, isRecipient, (format) => request.url(`${path}/${format}`)),
    getBrand(settings),
  );
});
