// GET /api/1.0/bill/settings
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { defaultSettings, presentSettings } from './bill-settings.ts';
import { getBillSettings } from './contract.ts';
import { loadStoredBillSettings } from './store.ts';

export const handler = lambda(getBillSettings, async ({ tenant }) => {
  const stored = await loadStoredBillSettings(tenant);
  return successReply(presentSettings(stored ?? defaultSettings), 'The settings of bill tracking', {
    version: stored?.version ?? 0,
  });
});
