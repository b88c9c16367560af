// POST /api/1.0/CapitolReport/Links/{tenantCode}/{token}
import { auditRecordChange } from '../../../../../shared/audit/audit.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { getBrand } from '../../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { viewSchedule } from '../schedule.ts';
import { replaceSchedule } from '../store.ts';
import { stopScheduledReport } from './contract.ts';
import { findLinkedPerson, findReportLink } from './open-report-link.ts';
import { describeStop } from './report-page.ts';

export const handler = pageLambda(stopScheduledReport, async (request) => {
  const link = await findReportLink(request);
  if (!link) return renderPage(unknownLinkPage);
  const { tenant, settings, schedule: before, now } = link;
  const personId = await findLinkedPerson(link);
  const page = renderPage(describeStop(before.name), getBrand(settings));
  if (!before.recipientIds.includes(personId)) return page;
  const after = {
    ...before,
    recipientIds: before.recipientIds.filter((id) => id !== personId),
    ...{ version: before.version + 1, modifiedDate: now.toISOString() },
  };
  const views = { before: viewSchedule(before), after: viewSchedule(after) };
  const change = { recordType: 'ReportSchedule', recordId: after.id, ...views } as const;
  const context = { ...request, now, caller: { kind: 'anonymous', subject: 'anonymous' } } as const;
  return write([replaceSchedule(tenant, before, after), auditRecordChange(tenant, change, context)], page);
});
