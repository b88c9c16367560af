// GET /api/v1/Invoices/{id}/Document.pdf
import { lambda } from '../../../shared/http/lambda.ts';
import { assertMayReadTraining } from '../people/managers/access.ts';
import { getInvoicePdf } from './contract.ts';
import { viewInvoice } from './invoice-view.ts';
import { replyWithPage } from './reply-with-page.ts';
import { requireInvoice } from './store.ts';

export const handler = lambda(getInvoicePdf, async (context) => {
  const { tenant, params } = context;
  const { invoice, personId } = await requireInvoice(tenant, params.id);
  await assertMayReadTraining(context, personId, 'training.registrations.read');
  return replyWithPage(context, (paper) => viewInvoice(invoice, paper), invoice.number);
});
