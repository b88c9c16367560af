// PUT /api/v1/Notifications/Preferences
import { put } from '../../../shared/data/changes.ts';
import { ifUnchangedOrAbsent } from '../../../shared/http/etag.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { updateNotificationPreferences } from './contract.ts';
import { applyPreferencesInput, preferencesKey, presentPreferences } from './preferences.ts';
import { requireOwnPersonId } from './recipient.ts';

export const handler = lambda(
  updateNotificationPreferences,
  async ({ body, tenant, caller, now, ifMatch }) => {
    const key = preferencesKey(tenant, requireOwnPersonId(caller));
    const before = await tenant.get(key, { consistent: true });
    const after = applyPreferencesInput(before, body.preferences, now);
    return write(
      [put(key, after, ifUnchangedOrAbsent(before, ifMatch))],
      ok({ preferences: presentPreferences(after) }, { version: after.version }),
    );
  },
);
