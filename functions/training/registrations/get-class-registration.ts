// GET /api/v1/registration/ClassRegistration/{id}

import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { assertMayReadTraining } from '../people/managers/access.ts';
import { mayDecide, wasInvolved } from './approval/approval.ts';
import { getClassRegistration } from './contract.ts';
import { presentRegistrations } from './presentation/present-with-facts.ts';
import { registrationById } from './record/registration.ts';

// Composed: the waitlist position and the class change without the registration.
export const handler = lambda(getClassRegistration, async ({ params, tenant, caller, settings, now }) => {
  const registration = await registrationById(tenant, params.id);
  if (!registration) throw notFound('registration', params.id);
  const { approval, memberId } = registration;
  // Who decides, or has decided, a step sees what about.
  if (!approval || !(mayDecide(approval, memberId, caller) || wasInvolved(approval, caller)))
    await assertMayReadTraining({ tenant, caller, settings, now }, memberId, 'training.registrations.read');
  const [view] = await presentRegistrations(tenant, [registration]);
  if (!view) throw new Error('A registration has its view');
  return ok(view, { version: registration.version, isComposed: true });
});
