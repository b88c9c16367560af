// GET /api/v1/registration/ClassRegistration/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { classById } from '../classes/store.ts';
import { assertMayActFor } from '../person-access.ts';
import { getClassRegistration } from './contract.ts';
import { presentRegistration } from './present.ts';
import { refreshClassDetails } from './status-change.ts';
import { registrationById } from './store.ts';
import { findWaitlistPosition } from './waitlist.ts';

// Without a version: the place on the waitlist and the class change without the registration, so the entity tag comes from
// the reply itself. The version that a change may name in If-Match stands in the body.
export const handler = lambda(getClassRegistration, async ({ params, tenant, caller }) => {
  const registration = await registrationById(tenant, params.id);
  if (!registration) throw notFound('registration', params.id);
  assertMayActFor(caller, registration.memberId, 'training.registrations.read');
  const [position, item] = await Promise.all([
    findWaitlistPosition(tenant, registration),
    classById(tenant, registration.classId),
  ]);
  const shown = item ? refreshClassDetails(registration, item) : registration;
  return ok(presentRegistration(shown, position));
});
