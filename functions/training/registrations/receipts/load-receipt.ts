// Loads the receipt of a payment of a registration for a class.
import { notFound } from '../../../../shared/errors/failure.ts';
import { classById } from '../../classes/store.ts';
import { billClassRegistration } from '../../invoices/billed-registration.ts';
import { type IssuedReceipt, requireReceipt } from '../../invoices/receipt.ts';
import { assertMayReadTraining, type ManagerContext } from '../../people/managers/access.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { openLedger } from '../record/payment.ts';
import { registrationById } from '../record/registration.ts';

interface ReceiptRequest extends ManagerContext {
  readonly params: { readonly id: string; readonly number: number };
  readonly settings: ManagerContext['settings'] & { readonly name: string };
}

/** @throws Failure 403 and 404; 409 when the entry is no payment */
export async function loadReceipt(context: ReceiptRequest): Promise<IssuedReceipt> {
  const { tenant, params, settings } = context;
  const [registration, trainingSettings] = await Promise.all([
    registrationById(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  if (!registration) throw notFound('registration', params.id);
  const { memberId } = registration;
  await assertMayReadTraining(context, memberId, 'training.registrations.read');
  const ledger = openLedger(registration, trainingSettings.currency);
  const item = await classById(tenant, registration.classId);
  const billed = billClassRegistration(tenant, registration, item, ledger, settings.timeZone);
  const issued = await requireReceipt(context, billed, trainingSettings, params.number);
  if (issued.personId !== memberId)
    await assertMayReadTraining(context, issued.personId, 'training.registrations.read');
  return issued;
}
