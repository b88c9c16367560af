// PUT /api/v1/Settings/Roles/{name}

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTenant, updateTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { putRole } from './contract.ts';
import { findRole, setRole } from './role.ts';

export const handler = lambda(putRole, async ({ tenant, params, settings, body, ifMatch, ...context }) => {
  const { name } = params;
  const editor = { caller: context.caller, admittedBy: settings.roles };
  const before = await loadTenant(tenant);
  const { roles, role } = setRole(before.roles, name, body.permissions, editor);
  const { after, change } = updateTenantSettings(tenant, before, { roles }, context.now, ifMatch);
  const views = { before: findRole(before.roles, name), after: role };
  return write(
    [change, auditSettingChange(tenant, { setting: 'Roles', entry: name, ...views }, context)],
    ok(role, { version: after.version }),
  );
});
