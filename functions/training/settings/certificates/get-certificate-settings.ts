// GET /api/v1/Settings/Certificates
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadDesign } from '../../credentials/design/design.ts';
import { presentDesign } from './apply-input.ts';
import { getCertificateSettings } from './contract.ts';

export const handler = lambda(getCertificateSettings, async ({ tenant }) => {
  const current = await loadDesign(tenant);
  return ok(presentDesign(current), { version: current.design.version });
});
