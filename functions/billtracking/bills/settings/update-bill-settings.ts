// PUT /api/1.0/bill/settings
import { invalid } from '../../../../shared/errors/failure.ts';
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
  const kept = await loadStoredBillSettings(tenant, { consistent: true });
  const after = applySettingsInput(kept, body, context.now);
  const [fault, ...more] = validateBillSettings(after);
  if (fault) throw invalid([fault, ...more]);
  const shown = presentSettings(after);
  const before = { ...presentSettings(kept ?? defaultSettings) };
  return write(
    [
      replaceSettings(tenant, kept, after, ifMatch),
      auditSettingChange(tenant, { setting: 'BillTracking', before, after: { ...shown } }, context),
    ],
    successReply(shown, 'The settings are changed', { version: after.version }),
  );
});
