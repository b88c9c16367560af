// GET /api/v1/Settings/ApprovalChains
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { inOrder, pageFrom, placeInList } from '../../listing.ts';
import { presentApprovalChain } from './chain.ts';
import { listApprovalChains } from './contract.ts';
import { allChains } from './store.ts';

export const handler = lambda(listApprovalChains, async ({ tenant, query, url }) => {
  const chains = inOrder(await allChains(tenant), query.sortBy, query.sortDirection);
  return ok(pageFrom(chains, query).map(presentApprovalChain), {
    headers: placeInList(url('/api/v1/Settings/ApprovalChains'), query, chains.length),
  });
});
