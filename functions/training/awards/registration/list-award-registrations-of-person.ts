// GET /api/v1/People/{personId}/AwardRegistrations

import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import type { AwardRegistrationItem } from '../../records/training-record/certification.ts';
import { recordSortPrefixes, trainingRecord } from '../../records/training-record/training-record.ts';
import { presentAwardRegistration } from './award-registration.ts';
import { listAwardRegistrationsOfPerson } from './contract.ts';

export const handler = lambda(
  listAwardRegistrationsOfPerson,
  async ({ params: { personId }, tenant, caller }) => {
    assertMayActFor(caller, personId, 'training.credits.read');
    const [person, { items }] = await Promise.all([
      personById(tenant, personId),
      tenant.query(trainingRecord<AwardRegistrationItem>(tenant, personId), {
        beginsWith: recordSortPrefixes.awardRegistration,
      }),
    ]);
    if (!person) throw notFound('person', personId, 'personId');
    return ok(items.map(presentAwardRegistration));
  },
);
