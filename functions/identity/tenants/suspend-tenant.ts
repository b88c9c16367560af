// POST /api/v1/Tenants/{code}/Suspend
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { suspendTenant } from './contract.ts';
import { replaceTenant, requireTenant } from './store.ts';
import { assertNotOwnTenant, presentTenant, setTenantStatus } from './tenant.ts';

export const handler = lambda(suspendTenant, async ({ params, platform, tenant, now, ifMatch }) => {
  const before = await requireTenant(platform, params.code);
  assertNotOwnTenant(before.id, tenant.code);
  const after = setTenantStatus(before, 'suspended', now);
  return write(
    replaceTenant(platform, before, after, ifMatch),
    ok(presentTenant(after), { version: after.version }),
  );
});
