// GET /api/v1/People/{personId}/Completions/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { refuseUnlessFor } from '../../person-access.ts';
import { getCompletion } from './contract.ts';
import { presentCompletion } from './present.ts';
import { foundCompletion } from './store.ts';

export const handler = lambda(getCompletion, async ({ params: { personId, id }, tenant, caller }) => {
  refuseUnlessFor(caller, personId, 'training.credits.read');
  const completion = await foundCompletion(tenant, personId, id);
  return ok(presentCompletion(completion), { version: completion.version });
});
