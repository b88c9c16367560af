// PUT /api/v1/Settings/TaxRates
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { loadCurrentSettings, replaceSettings } from '../defaults/store.ts';
import { updateTaxRates } from './contract.ts';
import { applyTaxInput, presentTaxes } from './tax-rates.ts';

export const handler = lambda(updateTaxRates, async ({ tenant, body, ifMatch, ...context }) => {
  const before = await loadCurrentSettings(tenant);
  const after = applyTaxInput(before, body, context);
  const change = { setting: 'TaxRates', before: presentTaxes(before), after: presentTaxes(after) } as const;
  return write(
    [replaceSettings(tenant, before, after, ifMatch), auditSettingChange(tenant, change, context)],
    ok(presentTaxes(after), { version: after.version }),
  );
});
