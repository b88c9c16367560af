// GET /api/1.0/legislative/public-bills/sponsors
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listBillSponsors } from './contract.ts';
import { buildFacets, presentOption } from './facets.ts';

export const handler = lambda(listBillSponsors, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildFacets(bills, ({ sponsors }) =>
      sponsors.map(({ personId, name }) => ({ value: personId ?? name, text: name })),
    ).map(presentOption),
  );
});
