// GET /api/1.0/legislative/public-bills/committees/senate
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listSenateCommittees } from './contract.ts';
import { buildFacets, presentOption } from './facets.ts';

export const handler = lambda(listSenateCommittees, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildFacets(bills, ({ committees }) =>
      committees
        .filter(({ chamber }) => ['upper', 'legislature', 'joint'].includes(chamber))
        .map(({ id, name }) => ({ value: String(id), text: name })),
    ).map(presentOption),
  );
});
