// Loads the receipt of a payment of a registration for an award.
import { billAwardRegistration } from '../../../invoices/ledger/billed-registration.ts';
import { type IssuedReceipt, requireReceipt } from '../../../invoices/ledger/receipt.ts';
import { assertMayReadTraining, type ManagerContext } from '../../../people/managers/access.ts';
import { openAwardLedger } from '../../../records/training-record/award-ledger.ts';
import { loadTrainingSettings } from '../../../training-settings.ts';

import { requireAwardRegistration } from '../store.ts';

interface ReceiptRequest extends ManagerContext {
  readonly params: { readonly id: string; readonly number: number };
  readonly settings: ManagerContext['settings'] & { readonly name: string };
}

/** @throws Failure 403 and 404; 409 when the entry is no payment */
export async function loadReceipt(context: ReceiptRequest): Promise<IssuedReceipt> {
  const { tenant, params } = context;
  const [registration, trainingSettings] = await Promise.all([
    requireAwardRegistration(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  const ledger = openAwardLedger(registration, trainingSettings.currency);
  const billed = billAwardRegistration(tenant, registration, ledger);
  return requireReceipt(context, billed, trainingSettings, params.number, (personId) =>
    assertMayReadTraining(context, personId, 'training.registrations.read'),
  );
}
