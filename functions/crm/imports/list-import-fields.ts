// GET /api/v1/Imports/Fields/{kind}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listImportFields } from './contract.ts';
import { listFields } from './record/mapping.ts';
import { listOwnFields } from './record/own-fields.ts';

export const handler = lambda(listImportFields, async ({ tenant, params: { kind } }) =>
  ok({ data: listFields(kind, await listOwnFields(tenant, kind)) }),
);
