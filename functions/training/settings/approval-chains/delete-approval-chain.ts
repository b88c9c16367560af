// DELETE /api/v1/Settings/ApprovalChains/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { assertChainNotInUse, presentApprovalChain } from './approval-chain.ts';
import { deleteApprovalChain } from './contract.ts';
import { removeApprovalChain, requireApprovalChain } from './store.ts';

export const handler = lambda(deleteApprovalChain, async ({ tenant, params, ifMatch, ...context }) => {
  const before = await requireApprovalChain(tenant, params.id);
  assertChainNotInUse(before);
  const change = {
    setting: 'ApprovalChains',
    entry: before.id,
    before: presentApprovalChain(before),
  } as const;
  return write(
    [...removeApprovalChain(tenant, before, ifMatch), auditSettingChange(tenant, change, context)],
    noContent(),
  );
});
