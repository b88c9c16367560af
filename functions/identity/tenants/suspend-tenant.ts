// POST /api/v1/Tenants/{code}/Suspend
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { changeTenantStatus } from './administer.ts';
import { suspendTenant } from './contract.ts';
import { assertNotOwnTenant, presentTenant } from './tenant.ts';

export const handler = lambda(suspendTenant, async ({ params, platform, ifMatch, ...context }) => {
  assertNotOwnTenant(params.code.trim().toLowerCase(), context.tenant.code);
  const { tenant, changes } = await changeTenantStatus(platform, params.code, 'suspended', context, ifMatch);
  return write(changes, ok(presentTenant(tenant), { version: tenant.version }));
});
