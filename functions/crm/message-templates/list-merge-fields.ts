// GET /api/v1/MessageTemplates/MergeFields
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listMergeFields } from './contract.ts';
import { mergeFields } from './merge-fields.ts';

export const handler = lambda(listMergeFields, () =>
  ok({ data: Object.entries(mergeFields).map(([name, description]) => ({ name, description })) }),
);
