// GET /api/v1/GetPersonProfileFields/{tenantCode}
import { isFieldVisible, listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { listProfileFields } from './contract.ts';
import { organizationField } from './present-profile.ts';

export const handler = lambda(listProfileFields, async ({ tenant, params, caller }) => {
  assertOwnTenant(tenant, params.tenantCode);
  const fields = await listCustomFields(tenant, 'people');
  const named = fields.filter((field) => isFieldVisible(field, caller));
  return ok([
    { fieldId: organizationField.id, fieldName: 'Organization' },
    ...named.map(({ id, name }) => ({ fieldId: id, fieldName: name })),
  ]);
});
