// GET /api/1.0/datafeed/{id}/runs

import { lambda } from '../../../shared/http/lambda.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { successReply } from '../envelopes.ts';
import { listDataFeedRuns } from './contract.ts';
import { presentRun } from './present.ts';
import { listLog, requireFeed } from './record/store.ts';

export const handler = lambda(listDataFeedRuns, async ({ params, query, tenant }) => {
  const [{ run }, { items, next }] = await Promise.all([
    requireFeed(tenant, params.id),
    listLog(tenant, params.id, { pageSize: query.limit, cursor: query.cursor }),
  ]);
  const runs = items.map((line) => presentRun(line, run));
  return successReply({ runs, ...omitUndefined({ next }) }, `${runs.length} runs`);
});
