// GET /api/v1/registration/ClassRegistration/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { refuseUnlessFor } from '../acting-for.ts';
import { classById } from '../classes/store.ts';
import { getClassRegistration } from './contract.ts';
import { shownRegistration } from './shown.ts';
import { inClass } from './step.ts';
import { registrationById } from './store.ts';
import { waitlistPosition } from './waitlist.ts';

export const handler = lambda(getClassRegistration, async ({ params, tenant, caller }) => {
  const registration = await registrationById(tenant, params.id);
  if (!registration) throw notFound('registration', params.id);
  refuseUnlessFor(caller, registration.memberId, 'training.registrations.read');
  const [position, item] = await Promise.all([
    waitlistPosition(tenant, registration),
    classById(tenant, registration.classId),
  ]);
  const shown = item ? inClass(registration, item) : registration;
  return ok(shownRegistration(shown, position), { version: registration.version });
});
