// GET /api/1.0/legislative/public-bills/lastactions
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { trackedBills } from '../../bills/store.ts';
import { listLastActions } from './contract.ts';
import { buildFacets, presentOption, textOption } from './facets.ts';

export const handler = lambda(listLastActions, async ({ tenant }) => {
  const bills = await trackedBills(tenant);
  return ok(
    buildFacets(bills, ({ lastActionType, lastActionTaken }) =>
      textOption(lastActionType ?? lastActionTaken),
    ).map(presentOption),
  );
});
