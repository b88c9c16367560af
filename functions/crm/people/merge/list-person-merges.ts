// GET /api/v1/people/{id}/Merges
import { mergeOfPerson, mergesInto } from '../../../../shared/directory/person-merge/merge-record.ts';
import { personById } from '../../../../shared/directory/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listPersonMerges } from './contract.ts';
import { presentMerge } from './present.ts';

export const handler = lambda(listPersonMerges, async ({ tenant, params }) => {
  const id = params.id.toLowerCase();
  const [person, own, others] = await Promise.all([
    personById(tenant, id),
    mergeOfPerson(tenant, id),
    mergesInto(tenant, id),
  ]);
  if (!person && !own) throw notFound('person', params.id);
  const merges = [...(own ? [own] : []), ...others].sort((a, b) => (a.mergedDate < b.mergedDate ? 1 : -1));
  return ok({ data: merges.map(presentMerge) });
});
