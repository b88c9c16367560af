// GET /api/1.0/legislative/public-bills/political-party
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listOfficialParties } from './contract.ts';
import { listOptions } from './filter.ts';

export const handler = lambda(listOfficialParties, async (ctx) =>
  ok(await listOptions(ctx, ({ party }) => party)),
);
