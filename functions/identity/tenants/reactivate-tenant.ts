// POST /api/v1/Tenants/{code}/Reactivate
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { reactivateTenant } from './contract.ts';
import { foundTenant, tenantReplacement } from './store.ts';
import { presentTenant, withStatus } from './tenant.ts';

export const handler = lambda(reactivateTenant, async ({ params, platform, now, ifMatch }) => {
  const before = await foundTenant(platform, params.code);
  const after = withStatus(before, 'active', now);
  return write(
    tenantReplacement(platform, before, after, ifMatch),
    ok(presentTenant(after), { version: after.version }),
  );
});
