// GET /api/v1/Tenants/{code}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getTenant } from './contract.ts';
import { requireTenant } from './store.ts';
import { presentTenant } from './tenant.ts';

export const handler = lambda(getTenant, async ({ params, platform }) => {
  const tenant = await requireTenant(platform, params.code);
  return ok(presentTenant(tenant), { version: tenant.version });
});
