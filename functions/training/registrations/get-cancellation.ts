// GET /api/v1/registration/ClassRegistration/{id}/Cancellation
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { assertMayReadTraining } from '../people/managers/access.ts';
import { getCancellation } from './contract.ts';
import { presentCancellation } from './money/cancellation-cost.ts';
import { type RegistrationStatus, transitions } from './record/registration.ts';
import { requireClassWithSeats, requireRegistration } from './transition/store.ts';

export const handler = lambda(getCancellation, async ({ params, tenant, caller, settings, now }) => {
  const registration = await requireRegistration(tenant, params.id);
  const { memberId, status, confirmationNumber } = registration;
  await assertMayReadTraining({ tenant, caller, settings, now }, memberId, 'training.registrations.read');
  const next: readonly RegistrationStatus[] = transitions[status];
  if (!next.includes('Cancelled'))
    throw conflict(`The registration ${confirmationNumber} is ${status}; it can't be cancelled.`);
  const { item } = await requireClassWithSeats(tenant, registration);
  return ok(presentCancellation(registration, item, now));
});
