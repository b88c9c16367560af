// GET /api/v1/Invoices/{id}/Document.pdf
import { lambda } from '../../../shared/http/lambda.ts';
import { assertMayReadInvoice } from './access.ts';
import { getInvoicePdf } from './contract.ts';
import { requireInvoice } from './ledger/store.ts';
import { viewInvoice } from './presentation/invoice-view.ts';
import { replyWithPage } from './presentation/reply-with-page.ts';

export const handler = lambda(getInvoicePdf, async (context) => {
  const { tenant, params } = context;
  const owned = await requireInvoice(tenant, params.id);
  await assertMayReadInvoice(context, owned);
  return replyWithPage(context, (paper) => viewInvoice(owned.invoice, paper), owned.invoice.number);
});
