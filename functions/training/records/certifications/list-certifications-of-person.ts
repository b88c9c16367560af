// GET /api/v1/People/{personId}/Certifications

import { personById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertMayReadTraining } from '../../people/managers/access.ts';
import type { CertificationItem } from '../training-record/certification.ts';
import { presentCertification } from '../training-record/present-certification.ts';
import { recordSortPrefixes, trainingRecord } from '../training-record/training-record.ts';
import { listCertificationsOfPerson } from './contract.ts';

export const handler = lambda(
  listCertificationsOfPerson,
  async ({ params: { personId }, tenant, settings, caller, now }) => {
    await assertMayReadTraining({ tenant, caller, settings, now }, personId, 'training.credits.read');
    const [person, { items }] = await Promise.all([
      personById(tenant, personId),
      tenant.query(trainingRecord<CertificationItem>(tenant, personId), {
        beginsWith: recordSortPrefixes.certification,
      }),
    ]);
    if (!person) throw notFound('person', personId);
    const today = toLocalDate(settings.timeZone, now);
    const newestFirst = [...items].sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
    return ok(newestFirst.map((certification) => presentCertification(certification, today)));
  },
);
