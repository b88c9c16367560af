// GET /api/v1/Classes/{id}/Definition
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { classById } from '../record/store.ts';
import { getClassDefinition } from './contract.ts';
import { presentClassDefinition } from './definition.ts';

export const handler = lambda(getClassDefinition, async ({ tenant, params }) => {
  const item = await classById(tenant, params.id);
  if (!item) throw notFound('class', params.id);
  return ok(presentClassDefinition(item), { version: item.version });
});
