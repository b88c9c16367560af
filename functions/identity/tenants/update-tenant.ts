// PUT /api/v1/Tenants/{code}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../shared/settings/audit.ts';
import { openTenant } from '../open-tenant.ts';
import { updateTenant } from './contract.ts';
import { listSettingChanges } from './own-settings.ts';
import { replaceTenant, requireTenant } from './store.ts';
import { applyTenantInput, presentTenant } from './tenant.ts';

export const handler = lambda(updateTenant, async ({ params, body, platform, ifMatch, ...context }) => {
  const before = await requireTenant(platform, params.code);
  const after = applyTenantInput(before, body, context.now);
  const tenant = openTenant(platform, after.id);
  return write(
    [
      ...replaceTenant(platform, before, after, ifMatch),
      ...listSettingChanges(before, after).map((change) => auditSettingChange(tenant, change, context)),
    ],
    ok(presentTenant(after), { version: after.version }),
  );
});
