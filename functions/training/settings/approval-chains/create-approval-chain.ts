// POST /api/v1/Settings/ApprovalChains

import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTenant } from '../../../../shared/settings/tenant-settings.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { buildApprovalChain, collectPersonIds, parseSteps, presentApprovalChain } from './approval-chain.ts';
import { createApprovalChain } from './contract.ts';
import { insertApprovalChain, loadPeopleById } from './store.ts';

export const handler = lambda(createApprovalChain, async ({ tenant, body, url, ...context }) => {
  const [people, { roles }] = await Promise.all([
    loadPeopleById(tenant, collectPersonIds(body.steps)),
    loadTenant(tenant),
  ]);
  const chain = buildApprovalChain(
    context.newId(),
    body,
    parseSteps(body.steps, { people, roles, today: toLocalDate(context.settings.timeZone, context.now) }),
    context.now,
  );
  const response = presentApprovalChain(chain);
  const change = { setting: 'ApprovalChains', entry: chain.id, after: response } as const;
  return write(
    [...insertApprovalChain(tenant, chain), auditSettingChange(tenant, change, context)],
    created(response, url(`/api/v1/Settings/ApprovalChains/${chain.id}`), { version: chain.version }),
  );
});
