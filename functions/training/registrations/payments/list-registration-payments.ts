// GET /api/v1/registration/ClassRegistration/{id}/Payments
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { withoutEarlierPayers } from '../../payments/ledger.ts';
import { presentLedger } from '../../payments/present.ts';
import { assertMayReadTraining } from '../../people/managers/access.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { openLedger } from '../record/payment.ts';
import { type RegistrationItem, registrationById } from '../record/registration.ts';
import { listRegistrationPayments } from './contract.ts';

/** Since when the seat is this person's, where another one gave it to them. */
async function findTakeOver(
  tenant: TenantStore,
  { memberId, transferredFrom, createdDate }: RegistrationItem,
): Promise<string | undefined> {
  if (transferredFrom === undefined) return undefined;
  const before = await registrationById(tenant, transferredFrom);
  if (!before || before.memberId !== memberId) return createdDate;
  return findTakeOver(tenant, before);
}

export const handler = lambda(listRegistrationPayments, async (context) => {
  const { params, tenant, caller } = context;
  const [registration, { currency }] = await Promise.all([
    registrationById(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  if (!registration) throw notFound('registration', params.id);
  await assertMayReadTraining(context, registration.memberId, 'training.registrations.read');
  const { id, version } = registration;
  const ledger = openLedger(registration, currency);
  const isOffice = caller.kind === 'anonymous' || caller.permissions.has('training.registrations.read');
  const since = isOffice ? undefined : await findTakeOver(tenant, registration);
  return ok(presentLedger(id, since === undefined ? ledger : withoutEarlierPayers(ledger, since)), {
    version,
  });
});
