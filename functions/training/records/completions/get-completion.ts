// GET /api/v1/People/{personId}/Completions/{id}

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getCompletion } from './contract.ts';
import { presentCompletion } from './present.ts';
import { requireCompletion } from './store.ts';

export const handler = lambda(getCompletion, async ({ params: { personId, id }, tenant, caller }) => {
  assertMayActFor(caller, personId, 'training.credits.read');
  const completion = await requireCompletion(tenant, personId, id);
  return ok(presentCompletion(completion), { version: completion.version });
});
