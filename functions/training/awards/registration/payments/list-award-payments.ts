// GET /api/v1/AwardsRegistration/{id}/Payments

import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { presentLedger } from '../../../payments/present.ts';
import { assertMayReadTraining } from '../../../people/managers/access.ts';
import { openAwardLedger } from '../../../records/training-record/award-ledger.ts';
import { loadTrainingSettings } from '../../../training-settings.ts';

import { requireAwardRegistration } from '../store.ts';
import { listAwardPayments } from './contract.ts';

export const handler = lambda(listAwardPayments, async (context) => {
  const { params, tenant } = context;
  const [registration, { currency }] = await Promise.all([
    requireAwardRegistration(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  const { id, personId, version } = registration;
  await assertMayReadTraining(context, personId, 'training.credits.read');
  return ok(presentLedger(id, openAwardLedger(registration, currency)), { version });
});
