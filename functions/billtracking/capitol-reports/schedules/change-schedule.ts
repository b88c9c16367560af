// Changes a scheduled report: what the audit records, and the timer that follows from it.
import { type AuditContext, auditRecordChange } from '../../../../shared/audit/audit.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { type ScheduleItem, viewSchedule } from './schedule.ts';
import { replaceSchedule, setReportTimer } from './store.ts';

const hasSameTimes = (before: ScheduleItem, after: ScheduleItem): boolean =>
  before.isPaused === after.isPaused && contentHash(before.schedule) === contentHash(after.schedule);

/** The next version of a scheduled report, and the changes that write it. */
export function changeSchedule(
  tenant: TenantStore,
  before: ScheduleItem,
  change: Partial<ScheduleItem>,
  context: AuditContext,
  ifMatch: IfMatch | undefined,
): { readonly after: ScheduleItem; readonly changes: Change[] } {
  const after: ScheduleItem = {
    ...before,
    ...change,
    ...{ version: before.version + 1, modifiedDate: context.now.toISOString() },
  };
  const views = { before: viewSchedule(before), after: viewSchedule(after) };
  return {
    after,
    changes: [
      replaceSchedule(tenant, before, after, ifMatch),
      // Where the times stay, so does the timer: it may be due already.
      ...(hasSameTimes(before, after) ? [] : [setReportTimer(tenant, after, context.now)]),
      auditRecordChange(tenant, { recordType: 'ReportSchedule', recordId: after.id, ...views }, context),
    ],
  };
}
