// GET /api/v1/Settings/Certification
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { presentCertificationSettings } from './certification-settings.ts';
import { getCertificationSettings } from './contract.ts';

export const handler = lambda(getCertificationSettings, async ({ tenant }) => {
  const settings = await loadTrainingSettings(tenant);
  return ok(presentCertificationSettings(settings), { version: settings.version });
});
