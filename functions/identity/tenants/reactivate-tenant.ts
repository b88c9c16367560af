// POST /api/v1/Tenants/{code}/Reactivate
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { changeTenantStatus } from './administer.ts';
import { reactivateTenant } from './contract.ts';
import { presentTenant } from './tenant.ts';

export const handler = lambda(reactivateTenant, async ({ params, platform, ifMatch, ...context }) => {
  const { tenant, changes } = await changeTenantStatus(platform, params.code, 'active', context, ifMatch);
  return write(changes, ok(presentTenant(tenant), { version: tenant.version }));
});
