// GET /api/1.0/legislative/public-bills/billtypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listUsedBillTypes } from './contract.ts';
import { buildFacets, presentOption } from './facets.ts';

export const handler = lambda(listUsedBillTypes, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildFacets(bills, ({ billTypeId, billTypeAbbr }) => [
      { value: String(billTypeId), text: billTypeAbbr },
    ]).map(presentOption),
  );
});
