// POST /api/v1/Certifications/{id}/Reissue

import { displayName } from '../../../../shared/directory/people/person.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { presentCertificationDetail } from '../training-record/present-certification.ts';
import { applyReissue } from './awarding/awarding.ts';
import { insertCertificateNumber, replaceCertification, requireCertification } from './awarding/store.ts';
import { reissueCertificate } from './contract.ts';

export const handler = lambda(reissueCertificate, async (context) => {
  const { params, tenant, settings, caller, now, newId, ifMatch } = context;
  const today = toLocalDate(settings.timeZone, now);
  const [before] = await Promise.all([requireCertification(tenant, params.id), requireActiveCaller(context)]);
  const person = await personById(tenant, before.personId);
  if (!person) throw conflict('The person no longer exists; the certificate cannot be issued again.');
  const by = { by: caller.subject, today, newId, now };
  const after = applyReissue(before, displayName(person), by);
  return write(
    [replaceCertification(tenant, before, after, ifMatch), insertCertificateNumber(tenant, after)],
    ok(presentCertificationDetail(after, today), { version: after.version }),
  );
});
