// PUT /api/v1/Settings/AccessPolicy

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTenant, updateTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { presentAccessPolicy } from './access-policy.ts';
import { updateAccessPolicy } from './contract.ts';

export const handler = lambda(updateAccessPolicy, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await loadTenant(tenant);
  const current = before.access.training;
  const training = { read: body.read ?? current.read, write: body.write ?? current.write };
  const settings = {
    access: { ...before.access, training },
    ...(body.emailsVisibleTo && { emailsVisibleTo: body.emailsVisibleTo }),
  };
  const { after, change } = updateTenantSettings(tenant, before, settings, context.now, ifMatch);
  const policy = presentAccessPolicy(after);
  const audit = { setting: 'AccessPolicy', before: presentAccessPolicy(before), after: policy } as const;
  return write([change, auditSettingChange(tenant, audit, context)], ok(policy, { version: after.version }));
});
