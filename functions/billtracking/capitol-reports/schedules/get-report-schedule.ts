// GET /api/1.0/CapitolReport/schedule/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { getReportSchedule } from './contract.ts';
import { presentSchedule } from './schedule.ts';
import { lastRun, requireSchedule } from './store.ts';

export const handler = lambda(getReportSchedule, async ({ params, tenant, now }) => {
  const [schedule, run] = await Promise.all([requireSchedule(tenant, params.id), lastRun(tenant, params.id)]);
  return successReply(presentSchedule(schedule, run, now), schedule.name, {
    ...{ version: schedule.version, isComposed: true },
  });
});
