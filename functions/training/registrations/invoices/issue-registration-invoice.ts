// POST /api/v1/registration/ClassRegistration/{id}/Invoices
import { lambda } from '../../../../shared/http/lambda.ts';
import { classById } from '../../classes/record/store.ts';
import { issueNextDocument } from '../../invoices/issue.ts';
import { billClassRegistration } from '../../invoices/ledger/billed-registration.ts';
import { invoicesOfRegistration } from '../../invoices/ledger/store.ts';
import { getInvoiceSettings, loadTrainingSettings } from '../../training-settings.ts';
import { openLedger } from '../record/payment.ts';
import { requireRegistration } from '../transition/store.ts';
import { issueRegistrationInvoice } from './contract.ts';

export const handler = lambda(issueRegistrationInvoice, async (context) => {
  const { tenant, params, settings } = context;
  const [registration, documents, trainingSettings] = await Promise.all([
    requireRegistration(tenant, params.id),
    invoicesOfRegistration(tenant, params.id, { consistent: true }),
    loadTrainingSettings(tenant),
  ]);
  const ledger = openLedger(registration, trainingSettings.currency);
  const item = await classById(tenant, registration.classId);
  const billed = billClassRegistration(tenant, registration, item, ledger, settings.timeZone);
  return issueNextDocument(context, billed, documents, getInvoiceSettings(trainingSettings));
});
