// GET /api/v1/registration/ClassRegistration/{id}/Payments
import { assertMayActFor } from '../../../../shared/auth/person-access.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentLedger } from '../../payments/present.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { openLedger } from '../record/payment.ts';
import { registrationById } from '../record/registration.ts';
import { listRegistrationPayments } from './contract.ts';

export const handler = lambda(listRegistrationPayments, async ({ params, tenant, caller }) => {
  const [registration, { currency }] = await Promise.all([
    registrationById(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  if (!registration) throw notFound('registration', params.id);
  assertMayActFor(caller, registration.memberId, 'training.registrations.read');
  const { id, version } = registration;
  return ok(presentLedger(id, openLedger(registration, currency)), { version });
});
