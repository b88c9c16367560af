// GET /api/1.0/legislative/public-bills/filter/groups
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listBillGroups } from './contract.ts';
import { buildLabelFacets } from './facets.ts';

export const handler = lambda(listBillGroups, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildLabelFacets(tenant.code, bills, ({ assignedGroups }) => assignedGroups).map(
      ({ value, text, count }) => ({ id: value, text, count }),
    ),
  );
});
