// GET /api/v1/PeopleApproval/Requests/{requestId}
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getChangeRequest } from './contract.ts';
import { presentRequest } from './present.ts';
import { requireRequest } from './store.ts';

export const handler = lambda(getChangeRequest, async (context) => {
  const request = await requireRequest(context.tenant, context.params.requestId);
  assertMayActFor(context.caller, request.personId, 'crm.people.write');
  return ok(presentRequest(context, request), { version: request.version });
});
