// POST /api/v1/PeopleApproval/GetPendingRequestStatusByProfileId
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { requirePerson } from '../write-person.ts';
import { hasPendingPeopleApproval } from './contract.ts';
import { findLatest } from './store.ts';

export const handler = lambda(hasPendingPeopleApproval, async ({ tenant, caller, body }) => {
  const personId = body.profileId.toLowerCase();
  assertMayActFor(caller, personId, 'crm.people.write');
  const [, latest] = await Promise.all([requirePerson(tenant, personId), findLatest(tenant, personId)]);
  return ok(latest?.isPending === true);
});
