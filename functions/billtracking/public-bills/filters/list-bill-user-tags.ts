// GET /api/1.0/legislative/public-bills/filter/billusertags
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listBillUserTags } from './contract.ts';
import { buildLabelFacets } from './facets.ts';

export const handler = lambda(listBillUserTags, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildLabelFacets(tenant.code, bills, ({ userTags }) => userTags).map(({ value, text, count }) => ({
      id: value,
      text,
      count,
    })),
  );
});
