// GET /api/v1/registration/ClassRegistration/{id}/Payments/{number}/Receipt.pdf
import { personById } from '../../../../shared/directory/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { file } from '../../../../shared/http/reply.ts';
import { defaultPaper } from '../../../../shared/pdf/document.ts';
import { loadDesign } from '../../credentials/design/design.ts';
import { buildIssuer, buildRecipient } from '../../invoices/issue.ts';
import { renderStatement } from '../../invoices/statement-pdf.ts';
import { assertMayReadTraining } from '../../people/managers/access.ts';
import { getInvoiceSettings, loadTrainingSettings } from '../../training-settings.ts';
import { openLedger } from '../record/payment.ts';
import { registrationById } from '../record/registration.ts';
import { getPaymentReceipt } from './contract.ts';
import { requirePayment, viewReceipt } from './receipt-view.ts';

export const handler = lambda(getPaymentReceipt, async (context) => {
  const { tenant, params, settings } = context;
  const [registration, trainingSettings] = await Promise.all([
    registrationById(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  if (!registration) throw notFound('registration', params.id);
  const { memberId, payment, modifiedDate } = registration;
  await assertMayReadTraining(context, memberId, 'training.registrations.read');
  const ledger = openLedger(payment, trainingSettings.currency, new Date(modifiedDate));
  const entry = requirePayment(ledger, params.number);
  const [{ pictures }, person] = await Promise.all([loadDesign(tenant), personById(tenant, memberId)]);
  const paper = defaultPaper(settings.timeZone);
  const issuer = buildIssuer(getInvoiceSettings(trainingSettings), settings.name);
  const recipient = buildRecipient(registration, person);
  const view = viewReceipt(registration, ledger, entry, { issuer, recipient, paper });
  return file(await renderStatement(view, pictures, paper), {
    contentType: 'application/pdf',
    fileName: `Receipt ${view.number}.pdf`,
    inline: true,
  });
});
