// GET /api/v1/AwardsRegistration/{id}

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentAwardRegistration } from './award-registration.ts';
import { getAwardRegistration } from './contract.ts';
import { requireAwardRegistration } from './store.ts';

export const handler = lambda(getAwardRegistration, async ({ params, tenant, caller }) => {
  const registration = await requireAwardRegistration(tenant, params.id);
  assertMayActFor(caller, registration.personId, 'training.credits.read');
  return ok(presentAwardRegistration(registration), { version: registration.version });
});
