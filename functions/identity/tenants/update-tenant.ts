// PUT /api/v1/Tenants/{code}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { changeTenantSettings } from './administer.ts';
import { updateTenant } from './contract.ts';
import { presentTenant } from './tenant.ts';

export const handler = lambda(updateTenant, async ({ params, body, platform, ifMatch, ...context }) => {
  const { tenant, changes } = await changeTenantSettings(platform, params.code, body, context, ifMatch);
  return write(changes, ok(presentTenant(tenant), { version: tenant.version }));
});
