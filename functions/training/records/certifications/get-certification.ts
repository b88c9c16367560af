// GET /api/v1/Certifications/{id}
import { dayIn } from '../../../../shared/directory/today.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { refuseUnlessFor } from '../../acting-for.ts';
import { getCertification } from './contract.ts';
import { shownCertificationDetail } from './shown.ts';
import { foundCertification } from './store.ts';

export const handler = lambda(getCertification, async ({ params, tenant, settings, caller, now }) => {
  const certification = await foundCertification(tenant, params.id);
  refuseUnlessFor(caller, certification.personId, 'training.credits.read');
  return ok(shownCertificationDetail(certification, dayIn(settings.timeZone, now)), {
    version: certification.version,
  });
});
