// GET /api/v1/Settings/ApprovalChains
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortByField } from '../../../../shared/lists/sort.ts';
import { buildPageHeaders } from '../../listing/listing.ts';
import { presentApprovalChain } from './approval-chain.ts';
import { listApprovalChains } from './contract.ts';
import { loadApprovalChains } from './store.ts';

export const handler = lambda(listApprovalChains, async ({ tenant, query, url }) => {
  const chains = sortByField(await loadApprovalChains(tenant), query.sortBy, query.sortDirection);
  return ok(takePage(chains, query).map(presentApprovalChain), {
    headers: buildPageHeaders(url('/api/v1/Settings/ApprovalChains'), query, chains.length),
  });
});
