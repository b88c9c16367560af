// GET /api/1.0/CapitolReport/schedule
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { listReportSchedules } from './contract.ts';
import { presentSchedule } from './schedule.ts';
import { lastRun, listSchedules } from './store.ts';

export const handler = lambda(listReportSchedules, async ({ tenant, now }) => {
  const schedules = await listSchedules(tenant);
  const runs = await Promise.all(schedules.map(({ id }) => lastRun(tenant, id)));
  return successReply(
    schedules.map((schedule, index) => presentSchedule(schedule, runs[index], now)),
    `${schedules.length} scheduled reports`,
  );
});
