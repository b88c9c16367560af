// GET /api/v1/Invoices/{id}/Document.pdf
import { lambda } from '../../../shared/http/lambda.ts';
import { file } from '../../../shared/http/reply.ts';
import { defaultPaper } from '../../../shared/pdf/document.ts';
import { loadDesign } from '../credentials/design/design.ts';
import { assertMayReadTraining } from '../people/managers/access.ts';
import { getInvoicePdf } from './contract.ts';
import { viewInvoice } from './invoice-view.ts';
import { renderStatement } from './statement-pdf.ts';
import { requireInvoice } from './store.ts';

export const handler = lambda(getInvoicePdf, async (context) => {
  const { tenant, params, settings } = context;
  const { invoice, registration } = await requireInvoice(tenant, params.id);
  await assertMayReadTraining(context, registration.memberId, 'training.registrations.read');
  const { pictures } = await loadDesign(tenant);
  const paper = defaultPaper(settings.timeZone);
  return file(await renderStatement(viewInvoice(invoice, paper), pictures, paper), {
    contentType: 'application/pdf',
    fileName: `${invoice.number}.pdf`,
    inline: true,
  });
});
