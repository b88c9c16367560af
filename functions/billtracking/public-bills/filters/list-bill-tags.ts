// GET /api/1.0/legislative/public-bills/filter/tags
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listBillTags } from './contract.ts';
import { buildLabelFacets } from './facets.ts';

export const handler = lambda(listBillTags, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildLabelFacets(tenant.code, bills, ({ tags }) => tags).map(({ value, text, count }) => ({
      tagId: value,
      text,
      count,
    })),
  );
});
