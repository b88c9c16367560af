// POST /api/v1/Settings/CustomFields/{owner}/{fieldId}/Reactivate
import { CustomFieldContent, customFields } from '../../../../shared/directory/record/custom-field.ts';
import { requireDefinition } from '../../../../shared/directory/record/definition-store.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { reactivateField } from './contract.ts';
import { replaceField } from './write-field.ts';

export const handler = lambda(reactivateField, async (context) => {
  const { owner, fieldId } = context.params;
  const before = await requireDefinition(context.tenant, customFields(owner), fieldId, 'fieldId');
  return replaceField(context, owner, before, { ...pickContent(CustomFieldContent, before), isActive: true });
});
