// GET /api/v1/Certifications/{id}

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertMayReadTraining } from '../../people/managers/access.ts';
import { presentCertificationDetail } from '../training-record/present-certification.ts';
import { requireCertification } from './awarding/store.ts';
import { getCertification } from './contract.ts';

export const handler = lambda(getCertification, async ({ params, tenant, settings, caller, now }) => {
  const certification = await requireCertification(tenant, params.id);
  await assertMayReadTraining(
    { tenant, caller, settings, now },
    certification.personId,
    'training.credits.read',
  );
  return ok(presentCertificationDetail(certification, toLocalDate(settings.timeZone, now)), {
    version: certification.version,
    isComposed: true,
  });
});
