// GET /api/1.0/legislative/public-bills/status
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listBillStatuses } from './contract.ts';
import { listOptions, textOption } from './facets.ts';

export const handler = lambda(listBillStatuses, async ({ tenant }) =>
  ok(await listOptions(tenant, ({ status }) => textOption(status))),
);
