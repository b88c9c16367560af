// PUT /api/v1/Settings/ApprovalChains/{id}

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTenant } from '../../../../shared/settings/tenant-settings.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import {
  applyApprovalChainInput,
  collectPersonIds,
  parseSteps,
  presentApprovalChain,
} from './approval-chain.ts';
import { updateApprovalChain } from './contract.ts';
import { loadPeopleById, replaceApprovalChain, requireApprovalChain } from './store.ts';

export const handler = lambda(updateApprovalChain, async ({ tenant, params, body, ifMatch, ...context }) => {
  const inputSteps = body.steps ?? [];
  const [before, people, { roles }] = await Promise.all([
    requireApprovalChain(tenant, params.id),
    loadPeopleById(tenant, collectPersonIds(inputSteps)),
    loadTenant(tenant),
  ]);
  const steps = body.steps
    ? parseSteps(inputSteps, { people, roles, today: toLocalDate(context.settings.timeZone, context.now) })
    : before.steps;
  const after = applyApprovalChainInput(before, body, steps, context.now);
  const change = {
    setting: 'ApprovalChains',
    entry: after.id,
    before: presentApprovalChain(before),
    after: presentApprovalChain(after),
  } as const;
  return write(
    [...replaceApprovalChain(tenant, before, after, ifMatch), auditSettingChange(tenant, change, context)],
    ok(presentApprovalChain(after), { version: after.version }),
  );
});
