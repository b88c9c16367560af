// GET /api/1.0/CapitolReport/schedule/{id}/runs

import { lambda } from '../../../../shared/http/lambda.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { successReply } from '../../envelopes.ts';
import { listReportScheduleRuns } from './contract.ts';
import { presentRun } from './schedule.ts';
import { listRuns, requireSchedule } from './store.ts';

export const handler = lambda(listReportScheduleRuns, async ({ params, query, tenant }) => {
  const [, { items, next }] = await Promise.all([
    requireSchedule(tenant, params.id),
    listRuns(tenant, params.id, { pageSize: query.limit, cursor: query.cursor }),
  ]);
  const runs = items.map(presentRun);
  return successReply({ runs, ...omitUndefined({ next }) }, `${runs.length} runs`);
});
