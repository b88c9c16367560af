// GET /api/v1/Settings/Registration
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { getRegistrationSettings } from './contract.ts';
import { presentRegistrationSettings } from './registration-settings.ts';

export const handler = lambda(getRegistrationSettings, async ({ tenant }) => {
  const settings = await loadTrainingSettings(tenant);
  return ok(presentRegistrationSettings(settings), { version: settings.version });
});
