// GET /api/1.0/datafeed/{id}/runs/{runId}/refusals

import { lambda } from '../../../shared/http/lambda.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { successReply } from '../envelopes.ts';
import { listDataFeedRefusals } from './contract.ts';
import { presentRefusal } from './present.ts';
import { listRefusals, requireFeed } from './record/store.ts';

/** A stored page has the refusals of a part of the run, at most 400. */
const PAGES_AT_ONCE = 1;

export const handler = lambda(listDataFeedRefusals, async ({ params, query, tenant }) => {
  const [, { items, next }] = await Promise.all([
    requireFeed(tenant, params.id),
    listRefusals(tenant, params.id, params.runId.toLowerCase(), {
      ...{ pageSize: PAGES_AT_ONCE, cursor: query.cursor },
    }),
  ]);
  const refusals = items.flatMap(({ entries }) => entries.map(presentRefusal));
  return successReply({ refusals, ...omitUndefined({ next }) }, `${refusals.length} refusals`);
});
