// GET /api/v1/people/{id}/Erasure
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getPersonErasure } from './contract.ts';
import { presentErasure } from './present.ts';
import { erasureOfPerson } from './store.ts';

export const handler = lambda(getPersonErasure, async ({ tenant, params }) => {
  const erasure = await erasureOfPerson(tenant, params.id.toLowerCase());
  if (!erasure) throw notFound('erasure of a person', params.id);
  return ok(presentErasure(erasure));
});
