// DELETE /api/v1/Settings/Roles/{name}

import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { checkRoleUnused, isCustomRole } from '../../../../shared/settings/role-use.ts';
import { loadTenant, updateTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { deleteRole } from './contract.ts';
import { findRole, removeRole } from './role.ts';

export const handler = lambda(deleteRole, async ({ tenant, params, settings, ifMatch, ...context }) => {
  const { name } = params;
  const editor = { caller: context.caller, admittedBy: settings.roles };
  const before = await loadTenant(tenant);
  const roles = removeRole(before.roles, name, editor);
  const unused = isCustomRole(name) ? [await checkRoleUnused(tenant, name)] : [];
  const { change } = updateTenantSettings(tenant, before, { roles }, context.now, ifMatch);
  const views = { before: findRole(before.roles, name), after: findRole(roles, name) };
  return write(
    [...unused, change, auditSettingChange(tenant, { setting: 'Roles', entry: name, ...views }, context)],
    noContent(),
  );
});
