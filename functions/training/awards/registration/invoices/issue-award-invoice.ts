// POST /api/v1/AwardsRegistration/{id}/Invoices
import { lambda } from '../../../../../shared/http/lambda.ts';
import { issueNextDocument } from '../../../invoices/issue.ts';
import { billAwardRegistration } from '../../../invoices/ledger/billed-registration.ts';
import { invoicesOfRegistration } from '../../../invoices/ledger/store.ts';
import { openAwardLedger } from '../../../records/training-record/award-ledger.ts';
import { getInvoiceSettings, loadTrainingSettings } from '../../../training-settings.ts';

import { requireAwardRegistration } from '../store.ts';
import { issueAwardInvoice } from './contract.ts';

export const handler = lambda(issueAwardInvoice, async (context) => {
  const { tenant, params } = context;
  const [registration, trainingSettings] = await Promise.all([
    requireAwardRegistration(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  const ledger = openAwardLedger(registration, trainingSettings.currency);
  const billed = billAwardRegistration(tenant, registration, ledger);
  const documents = await invoicesOfRegistration(tenant, billed.documentsOf, { consistent: true });
  return issueNextDocument(context, billed, documents, getInvoiceSettings(trainingSettings));
});
