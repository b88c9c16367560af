// GET /api/v1/GetCustomFieldFilterData/{fieldConfigurationId}/{selectedDate}/{groupId}
import { isFieldVisible, listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { requireGroup } from '../visible-group.ts';
import { listGroupFieldValues } from './contract.ts';

export const handler = lambda(listGroupFieldValues, async (context) => {
  const { tenant, params, caller } = context;
  const [, fields] = await Promise.all([
    requireGroup(context, params.groupId),
    listCustomFields(tenant, 'people'),
  ]);
  const id = params.fieldConfigurationId.toLowerCase();
  const field = fields.find((each) => each.id === id && isFieldVisible(each, caller));
  if (!field) throw notFound('custom field', params.fieldConfigurationId, 'fieldConfigurationId');
  return ok((field.allowedValues ?? []).map((value) => ({ id: value, name: value })));
});
