// GET /api/1.0/legislative/public-bills/status
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listBillStatuses } from './contract.ts';
import { buildFacets, presentOption, textOption } from './facets.ts';

export const handler = lambda(listBillStatuses, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(buildFacets(bills, ({ status }) => textOption(status)).map(presentOption));
});
