// GET /api/1.0/legislative/public-bills/districtname-list
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listOfficialDistricts } from './contract.ts';
import { listOptions } from './filter.ts';

export const handler = lambda(listOfficialDistricts, async (ctx) =>
  ok(await listOptions(ctx, ({ districtCode }) => districtCode)),
);
