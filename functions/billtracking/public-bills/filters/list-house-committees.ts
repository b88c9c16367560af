// GET /api/1.0/legislative/public-bills/committees/house
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listHouseCommittees } from './contract.ts';
import { buildFacets, presentOption } from './facets.ts';

export const handler = lambda(listHouseCommittees, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildFacets(bills, ({ committees }) =>
      committees
        .filter(({ chamber }) => ['lower', 'legislature', 'joint'].includes(chamber))
        .map(({ id, name }) => ({ value: String(id), text: name })),
    ).map(presentOption),
  );
});
