// Loads the receipt of a payment of a registration for a class. Who paid finds it also at the registration that they gave away.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { classById } from '../../classes/record/store.ts';
import { billClassRegistration } from '../../invoices/ledger/billed-registration.ts';
import { type IssuedReceipt, requireReceipt } from '../../invoices/ledger/receipt.ts';
import { assertMayReadTraining, type ManagerContext } from '../../people/managers/access.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { openLedger } from '../record/payment.ts';
import { type RegistrationItem, registrationById } from '../record/registration.ts';

interface ReceiptRequest extends ManagerContext {
  readonly params: { readonly id: string; readonly number: number };
  readonly settings: ManagerContext['settings'] & { readonly name: string };
}

/** The registration that has the ledger: that of the seat now, where it was transferred. */
async function findLedgerHolder(
  tenant: TenantStore,
  registration: RegistrationItem,
): Promise<RegistrationItem> {
  const next =
    registration.transferredTo === undefined
      ? undefined
      : await registrationById(tenant, registration.transferredTo);
  return next ? findLedgerHolder(tenant, next) : registration;
}

/** @throws Failure 403 and 404; 409 when the entry is no payment */
export async function loadReceipt(context: ReceiptRequest): Promise<IssuedReceipt> {
  const { tenant, params, settings } = context;
  const [asked, trainingSettings] = await Promise.all([
    registrationById(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  if (!asked) throw notFound('registration', params.id);
  const registration = await findLedgerHolder(tenant, asked);
  const ledger = openLedger(registration, trainingSettings.currency);
  const item = await classById(tenant, registration.classId);
  const billed = billClassRegistration(tenant, registration, item, ledger, settings.timeZone);
  return requireReceipt(context, billed, trainingSettings, params.number, (personId) =>
    assertMayReadTraining(context, personId, 'training.registrations.read'),
  );
}
