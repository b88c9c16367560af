// GET /api/v1/Settings/GetFieldPossibleValues/{fieldId}/{number}
import { fieldOwners, listCustomFields } from '../../../shared/directory/record/custom-field.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listFieldPossibleValues } from './contract.ts';

export const handler = lambda(listFieldPossibleValues, async ({ tenant, params }) => {
  const all = (await Promise.all(fieldOwners.map((owner) => listCustomFields(tenant, owner)))).flat();
  const field = all.find(({ id }) => id === params.fieldId.toLowerCase());
  if (!field) throw notFound('custom field', params.fieldId, 'fieldId');
  return ok((field.allowedValues ?? []).map((value) => ({ id: value, name: value })));
});
