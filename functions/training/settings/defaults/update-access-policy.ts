// PUT /api/v1/Settings/AccessPolicy

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTenant, updateTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { updateAccessPolicy } from './contract.ts';

export const handler = lambda(updateAccessPolicy, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await loadTenant(tenant);
  const current = before.access.training;
  const training = { read: body.read ?? current.read, write: body.write ?? current.write };
  const access = { ...before.access, training };
  const { after, change } = updateTenantSettings(tenant, before, { access }, context.now, ifMatch);
  const audit = { setting: 'AccessPolicy', before: current, after: training } as const;
  return write(
    [change, auditSettingChange(tenant, audit, context)],
    ok(training, { version: after.version }),
  );
});
