// POST /api/1.0/CapitolReport/schedule
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { toAuthor } from '../../caller.ts';
import { createReportSchedule } from './contract.ts';
import { parseSchedule } from './input.ts';
import { MAX_SCHEDULES, presentSchedule, type ScheduleItem, viewSchedule } from './schedule.ts';
import { insertSchedule, listSchedules, setReportTimer } from './store.ts';

export const handler = lambda(createReportSchedule, async ({ body, tenant, settings, url, ...context }) => {
  const { now, newId, caller } = context;
  const content = await parseSchedule(body, { tenant, settings, now });
  if ((await listSchedules(tenant)).length >= MAX_SCHEDULES)
    throw conflict(
      `There are ${MAX_SCHEDULES} scheduled reports, the most that a tenant may have: delete one first.`,
    );
  const [id, moment] = [newId(), now.toISOString()];
  const schedule: ScheduleItem = {
    ...content,
    ...{ type: 'report-schedule', id, linkGeneration: 0, createdBy: toAuthor(caller) },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
  const change = { recordType: 'ReportSchedule', recordId: id, after: viewSchedule(schedule) } as const;
  return write(
    [
      insertSchedule(tenant, schedule),
      ...(schedule.isPaused ? [] : [setReportTimer(tenant, schedule, now)]),
      auditRecordChange(tenant, change, context),
    ],
    created(
      {
        data: presentSchedule(schedule, undefined, now),
        success: true as const,
        message: 'The report was scheduled.',
      },
      url(`/api/1.0/CapitolReport/schedule/${id}`),
      { version: 1 },
    ),
  );
});
