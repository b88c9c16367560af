// GET /api/v1/people/{id}/Duplicates
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadPresentContext } from '../presentation/present.ts';
import { requirePerson } from '../write-person.ts';
import { listDuplicatesOfPerson } from './contract.ts';
import { findDuplicatesOf } from './find-duplicates.ts';
import { presentPair } from './present.ts';
import { loadDuplicateRules } from './store.ts';

export const handler = lambda(listDuplicatesOfPerson, async (context) => {
  const { tenant, params } = context;
  const [person, { rules }] = await Promise.all([
    requirePerson(tenant, params.id),
    loadDuplicateRules(tenant),
  ]);
  const pairs = await findDuplicatesOf(tenant, person, rules);
  const presentation = await loadPresentContext(
    context,
    pairs.flatMap(({ people }) => people),
  );
  return ok({ data: pairs.map((pair) => presentPair(context, pair, presentation)) });
});
