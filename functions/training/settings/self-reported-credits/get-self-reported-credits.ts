// GET /api/v1/Settings/SelfReportedCredits
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { getSelfReportedCredits } from './contract.ts';
import { presentSelfReportedSettings } from './self-reported-credits.ts';

export const handler = lambda(getSelfReportedCredits, async ({ tenant }) => {
  const settings = await loadTrainingSettings(tenant);
  return ok(presentSelfReportedSettings(settings), { version: settings.version });
});
