// PUT /api/v1/people/{id}/NotDuplicates/{otherId}
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { declareNotDuplicates } from './contract.ts';
import { requirePair } from './require-pair.ts';
import { putDistinctPair } from './store.ts';

export const handler = lambda(declareNotDuplicates, async ({ tenant, params, caller, now }) => {
  const [person, other] = await requirePair(tenant, params);
  if (person.id === other.id) throw conflict(`otherId must be another person than ${person.id}.`, 'otherId');
  const decision = { decidedBy: caller.subject, decidedDate: now.toISOString() };
  return write([putDistinctPair(tenant, [person.id, other.id], decision)], noContent());
});
