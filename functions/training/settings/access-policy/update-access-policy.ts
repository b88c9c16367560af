// PUT /api/v1/Settings/AccessPolicy
import { lambda } from '../../../../shared/http/lambda.ts';
import { loadTenant, writeTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { presentAccessPolicy } from './access-policy.ts';
import { updateAccessPolicy } from './contract.ts';

export const handler = lambda(updateAccessPolicy, async (context) => {
  const { tenant, body } = context;
  const before = await loadTenant(tenant);
  const current = before.access.training;
  const training = { read: body.read ?? current.read, write: body.write ?? current.write };
  const settings = {
    access: { ...before.access, training },
    ...(body.emailsVisibleTo && { emailsVisibleTo: body.emailsVisibleTo }),
  };
  return writeTenantSettings(context, before, settings, {
    setting: 'AccessPolicy',
    present: presentAccessPolicy,
  });
});
