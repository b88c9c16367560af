// DELETE /api/v1/PeopleApproval/Requests/{requestId}
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { assertPending } from './assert-pending.ts';
import { withdrawChangeRequest } from './contract.ts';
import { closeRequest, requireRequest } from './store.ts';

export const handler = lambda(withdrawChangeRequest, async ({ tenant, caller, params, now, ...context }) => {
  const before = await requireRequest(tenant, params.requestId);
  assertMayActFor(caller, before.personId, 'crm.people.write');
  assertPending(before);
  const after = nextVersion(
    'change-request',
    before.id,
    { ...before, status: 'withdrawn' as const },
    before,
    now,
  );
  return write(closeRequest(tenant, before, after, context), noContent());
});
