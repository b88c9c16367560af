// GET /api/v1/Settings/CustomFields/{owner}/{fieldId}
import { customFields } from '../../../../shared/directory/record/custom-field.ts';
import { requireDefinition } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getField } from './contract.ts';
import { presentField } from './field.ts';

export const handler = lambda(getField, async ({ tenant, params }) => {
  const field = await requireDefinition(tenant, customFields(params.owner), params.fieldId, 'fieldId');
  return ok(presentField(field, tenant.code), { version: field.version });
});
