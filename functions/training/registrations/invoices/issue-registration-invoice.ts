// POST /api/v1/registration/ClassRegistration/{id}/Invoices
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { check, ifVersion } from '../../../../shared/data/changes.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, ok, write } from '../../../../shared/http/reply.ts';
import { issueNextDocument } from '../../invoices/issue.ts';
import { presentInvoice } from '../../invoices/present.ts';
import { invoicesOfRegistration } from '../../invoices/store.ts';
import { getInvoiceSettings, loadTrainingSettings } from '../../training-settings.ts';
import { openLedger } from '../record/payment.ts';
import { registrationKey } from '../record/registration.ts';
import { requireRegistration } from '../store.ts';
import { issueRegistrationInvoice } from './contract.ts';

export const handler = lambda(issueRegistrationInvoice, async (context) => {
  const { tenant, params, url } = context;
  const [registration, documents, trainingSettings] = await Promise.all([
    requireRegistration(tenant, params.id),
    invoicesOfRegistration(tenant, params.id, { consistent: true }),
    loadTrainingSettings(tenant),
  ]);
  const { id, payment, version, modifiedDate, confirmationNumber } = registration;
  const ledger = openLedger(payment, trainingSettings.currency, new Date(modifiedDate));
  const source = { registration, ledger, documents };
  const issued = await issueNextDocument(context, source, getInvoiceSettings(trainingSettings));
  const last = documents.at(-1);
  if (!issued) {
    if (last) return ok(presentInvoice(last));
    throw conflict(`Nothing is charged for the registration ${confirmationNumber}.`);
  }
  const view = presentInvoice(issued.item);
  // The audit has no name of a person.
  const { number, kind, total, currency, registrationId } = view;
  const after = { number, kind, total, currency, registrationId };
  const change = { recordType: 'Invoice', recordId: view.id, after } as const;
  return write(
    [
      ...issued.changes,
      // A payment or a cancellation at the same time would make the document wrong.
      check(registrationKey(tenant, id), ifVersion(version), 'retry'),
      auditRecordChange(tenant, change, context),
    ],
    created(view, url(`/api/v1/Invoices/${view.id}`)),
  );
});
