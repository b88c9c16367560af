// GET /api/v1/AwardsRegistration/{id}/Payments/{number}/Receipt.pdf
import { lambda } from '../../../../../shared/http/lambda.ts';
import { viewReceipt } from '../../../invoices/presentation/receipt-view.ts';
import { replyWithPage } from '../../../invoices/presentation/reply-with-page.ts';
import { getAwardPaymentReceiptPdf } from './contract.ts';
import { loadReceipt } from './load-receipt.ts';

export const handler = lambda(getAwardPaymentReceiptPdf, async (context) => {
  const issued = await loadReceipt(context);
  return replyWithPage(
    context,
    (paper) => viewReceipt(issued, paper, context.settings.timeZone),
    `Receipt ${issued.receipt.number}`,
  );
});
