// DELETE /api/1.0/CapitolReport/schedule/{id}
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { deleteReportSchedule } from './contract.ts';
import { viewSchedule } from './schedule.ts';
import { removeSchedule, requireSchedule } from './store.ts';

export const handler = lambda(deleteReportSchedule, async ({ params, tenant, ifMatch, ...context }) => {
  const before = await requireSchedule(tenant, params.id);
  const change = { recordType: 'ReportSchedule', recordId: before.id, before: viewSchedule(before) } as const;
  return write(
    [...removeSchedule(tenant, before, ifMatch), auditRecordChange(tenant, change, context)],
    noContent(),
  );
});
