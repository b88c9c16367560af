// PUT /api/1.0/bill/settings
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { auditSettingChange } from '../../../../shared/settings/audit.ts';
import { successReply } from '../../envelopes.ts';
import {
  applySettingsInput,
  defaultSettings,
  presentSettings,
  validateBillSettings,
} from './bill-settings.ts';
import { updateBillSettings } from './contract.ts';
import { loadStoredBillSettings, replaceSettings } from './store.ts';

export const handler = lambda(updateBillSettings, async ({ body, tenant, ifMatch, ...context }) => {
  const stored = await loadStoredBillSettings(tenant, { consistent: true });
  const after = applySettingsInput(stored, body, context.now);
  throwIfInvalid(validateBillSettings(after));
  const settings = presentSettings(after);
  const before = { ...presentSettings(stored ?? defaultSettings) };
  return write(
    [
      replaceSettings(tenant, stored, after, ifMatch),
      auditSettingChange(tenant, { setting: 'BillTracking', before, after: { ...settings } }, context),
    ],
    successReply(settings, 'The settings were updated.', { version: after.version }),
  );
});
