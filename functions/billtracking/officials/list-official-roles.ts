// GET /api/1.0/legislative/public-bills/legislative-role
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listOfficialRoles } from './contract.ts';
import { listOptions } from './filter.ts';

export const handler = lambda(listOfficialRoles, async (ctx) =>
  ok(await listOptions(ctx, ({ legislativeRole }) => legislativeRole)),
);
