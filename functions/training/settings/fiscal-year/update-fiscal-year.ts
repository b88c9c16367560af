// PUT /api/v1/Settings/FiscalYear

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadTenant, updateTenantSettings } from '../../../../shared/settings/tenant-settings.ts';
import { updateFiscalYear } from './contract.ts';
import { presentFiscalYear } from './fiscal-year.ts';

export const handler = lambda(updateFiscalYear, async ({ tenant, body, ifMatch, ...context }) => {
  const { fiscalYearStart } = body;
  const before = await loadTenant(tenant);
  const { after, change } = updateTenantSettings(tenant, before, { fiscalYearStart }, context.now, ifMatch);
  const audit = {
    setting: 'FiscalYear',
    before: { fiscalYearStart: before.fiscalYearStart },
    after: { fiscalYearStart },
  } as const;
  return write(
    [change, auditSettingChange(tenant, audit, context)],
    ok(presentFiscalYear(after, context.now), { version: after.version }),
  );
});
