// POST /api/v1/AwardsRegistration/CheckPeopleRegistered
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertMayActForAll } from '../../access/person-access.ts';
import { checkPeopleRegistered } from './contract.ts';
import { anyPersonHasAwardRegistration, tenantHasAwardRegistrations } from './store.ts';

export const handler = lambda(checkPeopleRegistered, async ({ body: { peopleId }, tenant, caller }) => {
  assertMayActForAll(caller, peopleId, 'training.credits.read');
  return ok(
    peopleId.length === 0
      ? await tenantHasAwardRegistrations(tenant)
      : await anyPersonHasAwardRegistration(tenant, peopleId),
  );
});
