// GET /api/v1/Notifications/Preferences
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getNotificationPreferences } from './contract.ts';
import { preferencesKey, presentPreferences } from './preferences.ts';
import { requireOwnPersonId } from './recipient.ts';

export const handler = lambda(getNotificationPreferences, async ({ tenant, caller }) => {
  const stored = await tenant.get(preferencesKey(tenant, requireOwnPersonId(caller)), { consistent: true });
  return ok({ preferences: presentPreferences(stored) }, { version: stored?.version ?? 0 });
});
