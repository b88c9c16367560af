// GET /api/1.0/legislative/public-bills/residence-list
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listOfficialResidences } from './contract.ts';
import { listOptions } from './filter.ts';

export const handler = lambda(listOfficialResidences, async (ctx) =>
  ok(await listOptions(ctx, ({ residence }) => residence)),
);
