// GET /api/v1/AwardsRegistration/{id}/Payments

import { assertMayActFor } from '../../../../../shared/auth/person-access.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { presentLedger } from '../../../payments/present.ts';
import { loadTrainingSettings } from '../../../training-settings.ts';
import { openAwardLedger } from '../award-registration.ts';
import { requireAwardRegistration } from '../store.ts';
import { listAwardPayments } from './contract.ts';

export const handler = lambda(listAwardPayments, async ({ params, tenant, caller }) => {
  const [registration, { currency }] = await Promise.all([
    requireAwardRegistration(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  const { id, personId, version } = registration;
  assertMayActFor(caller, personId, 'training.credits.read');
  return ok(presentLedger(id, openAwardLedger(registration, currency)), { version });
});
