// PUT /api/v1/Settings/Changes
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTenant, updateTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { presentChangeRetention } from './change-retention.ts';
import { updateChangeRetention } from './contract.ts';

export const handler = lambda(updateChangeRetention, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await loadTenant(tenant);
  const settings = { changeRetentionDays: body.retentionDays };
  const { after, change } = updateTenantSettings(tenant, before, settings, context.now, ifMatch);
  const retention = presentChangeRetention(after);
  const views = { before: presentChangeRetention(before), after: retention };
  const audit = auditSettingChange(tenant, { setting: 'Changes', ...views }, context);
  return write([change, audit], ok(retention, { version: after.version }));
});
