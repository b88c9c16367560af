// GET /api/v1/registration/ClassRegistration/{id}

import { assertMayActFor } from '../../../shared/auth/person-access.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { classById } from '../classes/store.ts';
import { getClassRegistration } from './contract.ts';
import { presentRegistration } from './present.ts';
import { registrationById } from './record/registration.ts';
import { refreshClassDetails } from './status-change.ts';
import { findWaitlistPosition } from './waitlist.ts';

// Composed: the waitlist position and the class change without the registration.
export const handler = lambda(getClassRegistration, async ({ params, tenant, caller }) => {
  const registration = await registrationById(tenant, params.id);
  if (!registration) throw notFound('registration', params.id);
  assertMayActFor(caller, registration.memberId, 'training.registrations.read');
  const [position, item] = await Promise.all([
    findWaitlistPosition(tenant, registration),
    classById(tenant, registration.classId),
  ]);
  const current = item ? refreshClassDetails(registration, item) : registration;
  return ok(presentRegistration(current, position), { version: registration.version, isComposed: true });
});
