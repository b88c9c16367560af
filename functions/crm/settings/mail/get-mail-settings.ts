// GET /api/v1/Settings/Mail
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadMailSettings } from '../../../../shared/mail-settings/mail-settings.ts';
import { getMailSettings } from './contract.ts';
import { presentMailSettings } from './present.ts';

export const handler = lambda(getMailSettings, async ({ tenant }) => {
  const settings = await loadMailSettings(tenant);
  return ok(presentMailSettings(settings), { version: settings.version });
});
