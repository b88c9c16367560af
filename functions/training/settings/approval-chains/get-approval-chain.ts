// GET /api/v1/Settings/ApprovalChains/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentApprovalChain } from './approval-chain.ts';
import { getApprovalChain } from './contract.ts';
import { requireApprovalChain } from './store.ts';

export const handler = lambda(getApprovalChain, async ({ tenant, params }) => {
  const chain = await requireApprovalChain(tenant, params.id);
  return ok(presentApprovalChain(chain), { version: chain.version });
});
