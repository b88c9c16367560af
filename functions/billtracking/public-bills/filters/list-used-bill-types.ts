// GET /api/1.0/legislative/public-bills/billtypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listUsedBillTypes } from './contract.ts';
import { listOptions } from './facets.ts';

export const handler = lambda(listUsedBillTypes, async ({ tenant }) =>
  ok(
    await listOptions(tenant, ({ billTypeId, billTypeAbbr }) => [
      { value: String(billTypeId), text: billTypeAbbr },
    ]),
  ),
);
