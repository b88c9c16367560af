// GET /api/v1/Awardings/{id}/Results
import { pick } from '../../../../shared/data/pick.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { buildLinkHeader } from '../../cursor-listing.ts';
import { type AwardingResultItem, awardingResults, requireAwarding, resultSort } from './awarding.ts';
import { listAwardingResults } from './contract.ts';

const presentResult = (result: AwardingResultItem) => ({
  ...pick(result, ['personId', 'personName', 'isAwarded', 'certificationId', 'certificateNumber']),
  ...pick(result, ['validThrough']),
  ...(result.error && {
    error: { ...result.error, details: result.error.details.map((detail) => ({ ...detail })) },
  }),
});

export const handler = lambda(listAwardingResults, async ({ params, query, tenant, url }) => {
  const results = awardingResults(tenant, params.id);
  const [, { items, next }] = await Promise.all([
    requireAwarding(tenant, params.id),
    readCursorPage(`${results.name} results`, query, resultSort, (limit, after) =>
      tenant.queryAll(results, { from: after ?? 'PERSON#', to: 'PERSON#~', limit }),
    ),
  ]);
  return ok(items.map(presentResult), {
    headers: buildLinkHeader(url(`/api/v1/Awardings/${params.id}/Results`), query, next),
  });
});
