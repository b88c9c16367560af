// GET /api/v1/MessageTemplates/MergeFields
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listMergeFields } from './contract.ts';
import { listCustomMergeFields } from './custom-merge-fields.ts';
import { mergeFields, writeCustomField } from './merge-fields.ts';

export const handler = lambda(listMergeFields, async ({ tenant }) => {
  const custom = (await listCustomMergeFields(tenant)).map(({ name }) => ({
    name: writeCustomField(name),
    description: `The custom field ${name} of the recipient.`,
  }));
  const data = Object.entries(mergeFields).map(([name, description]) => ({ name, description }));
  return ok({ data: [...data, ...custom] });
});
