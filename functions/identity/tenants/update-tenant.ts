// PUT /api/v1/Tenants/{code}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { updateTenant } from './contract.ts';
import { foundTenant, tenantReplacement } from './store.ts';
import { shownTenant, withSettings } from './tenant.ts';

export const handler = lambda(updateTenant, async ({ params, body, platform, now, ifMatch }) => {
  const before = await foundTenant(platform, params.code);
  const after = withSettings(before, body, now);
  return write(
    tenantReplacement(platform, before, after, ifMatch),
    ok(shownTenant(after), { version: after.version }),
  );
});
