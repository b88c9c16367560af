// PUT /api/v1/Settings/Changes
import { lambda } from '../../../../shared/http/lambda.ts';
import { loadTenant, writeTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { presentChangeRetention } from './change-retention.ts';
import { updateChangeRetention } from './contract.ts';

export const handler = lambda(updateChangeRetention, async (context) => {
  const before = await loadTenant(context.tenant);
  const settings = { changeRetentionDays: context.body.retentionDays };
  return writeTenantSettings(context, before, settings, {
    setting: 'Changes',
    present: presentChangeRetention,
  });
});
