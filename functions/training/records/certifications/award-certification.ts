// POST /api/v1/Certifications

import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { presentCertificationDetail } from '../training-record/present-certification.ts';
import { awardPerson } from './awarding/award-person.ts';
import { parseOverride } from './awarding/override.ts';
import { awardCertification } from './contract.ts';

export const handler = lambda(awardCertification, async (ctx) => {
  const { body, tenant, settings, caller, now, newId, url } = ctx;
  const { awardId, personId, completedDate } = body;
  await requireActiveCaller(ctx);
  const { certification, changes } = await awardPerson(
    { tenant, settings, by: caller.subject, now, newId },
    { awardId, personId, completedDate, override: parseOverride(caller, body, now) },
  );
  return write(
    changes,
    created(
      presentCertificationDetail(certification, toLocalDate(settings.timeZone, now)),
      url(`/api/v1/Certifications/${certification.id}`),
      { version: certification.version },
    ),
  );
});
