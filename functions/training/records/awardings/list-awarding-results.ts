// GET /api/v1/Awardings/{id}/Results

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { buildLinkHeader } from '../../listing/cursor-listing.ts';
import { requireAwarding } from './awarding.ts';
import { listAwardingResults } from './contract.ts';
import { type AwardingResultItem, awardingResults, rangeOfResults, resultSort } from './results.ts';

const presentResult = (result: AwardingResultItem) => ({
  ...pick(result, ['personId', 'personName', 'isAwarded', 'certificationId', 'certificateNumber']),
  ...pick(result, ['validThrough']),
  ...(result.error && {
    error: { ...result.error, details: result.error.details.map((detail) => ({ ...detail })) },
  }),
});

export const handler = lambda(listAwardingResults, async ({ params, query, tenant, url }) => {
  const results = awardingResults(tenant, params.id);
  const { from, to } = rangeOfResults(query.outcome);
  const [, { items, next }] = await Promise.all([
    requireAwarding(tenant, params.id),
    readCursorPage(`${results.name} ${query.outcome ?? 'all'}`, query, resultSort, (limit, after) =>
      tenant.queryAll(results, { from: after ?? from, to, limit }),
    ),
  ]);
  return ok(items.map(presentResult), {
    headers: buildLinkHeader(url(`/api/v1/Awardings/${params.id}/Results`), query, next),
  });
});
