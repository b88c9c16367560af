// DELETE /api/v1/people/{id}/NotDuplicates/{otherId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { withdrawNotDuplicates } from './contract.ts';
import { requirePair } from './require-pair.ts';
import { removeDistinctPair } from './store.ts';

export const handler = lambda(withdrawNotDuplicates, async ({ tenant, params }) => {
  const [person, other] = await requirePair(tenant, params);
  return write([removeDistinctPair(tenant, [person.id, other.id])], noContent());
});
