// PUT /api/v1/Settings/AccessPolicy
import { lambda } from '../../../../shared/http/lambda.ts';
import { loadTenant, writeTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { presentCrmPolicy } from './access-policy.ts';
import { updateCrmAccessPolicy } from './contract.ts';

export const handler = lambda(updateCrmAccessPolicy, async (context) => {
  const before = await loadTenant(context.tenant);
  const settings = { access: { ...before.access, crm: { read: context.body.read } } };
  const audited = { setting: 'AccessPolicy', entry: 'crm' } as const;
  return writeTenantSettings(context, before, settings, { ...audited, present: presentCrmPolicy });
});
