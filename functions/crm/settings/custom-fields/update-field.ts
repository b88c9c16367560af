// PUT /api/v1/Settings/CustomFields/{owner}/{fieldId}
import { customFields, listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import { requireDefinition } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { updateField } from './contract.ts';
import { assertOwnName, buildField } from './field.ts';
import { replaceField } from './write-field.ts';

export const handler = lambda(updateField, async (context) => {
  const { tenant, params, body } = context;
  const [before, all] = await Promise.all([
    requireDefinition(tenant, customFields(params.owner), params.fieldId, 'fieldId'),
    listCustomFields(tenant, params.owner),
  ]);
  assertOwnName(params.owner, body.name, before);
  const others = all.filter(({ id }) => id !== before.id);
  return replaceField(context, params.owner, before, buildField(body, others));
});
