// PUT /api/v1/Settings/AccessPolicy
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTenant, updateTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { presentCrmPolicy } from './access-policy.ts';
import { updateCrmAccessPolicy } from './contract.ts';

export const handler = lambda(updateCrmAccessPolicy, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await loadTenant(tenant);
  const settings = { access: { ...before.access, crm: { read: body.read } } };
  const { after, change } = updateTenantSettings(tenant, before, settings, context.now, ifMatch);
  const policy = presentCrmPolicy(after);
  const views = { before: presentCrmPolicy(before), after: policy };
  const audit = auditSettingChange(tenant, { setting: 'AccessPolicy', entry: 'crm', ...views }, context);
  return write([change, audit], ok(policy, { version: after.version }));
});
