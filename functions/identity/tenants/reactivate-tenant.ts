// POST /api/v1/Tenants/{code}/Reactivate
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { reactivateTenant } from './contract.ts';
import { replaceTenant, requireTenant } from './store.ts';
import { presentTenant, setTenantStatus } from './tenant.ts';

export const handler = lambda(reactivateTenant, async ({ params, platform, now, ifMatch }) => {
  const before = await requireTenant(platform, params.code);
  const after = setTenantStatus(before, 'active', now);
  return write(
    replaceTenant(platform, before, after, ifMatch),
    ok(presentTenant(after), { version: after.version }),
  );
});
