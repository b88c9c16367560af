// GET /api/v1/AwardsRegistration/{id}/Payments/{number}/Receipt
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { presentReceipt } from '../../../invoices/presentation/receipt-view.ts';
import { getAwardPaymentReceipt } from './contract.ts';
import { loadReceipt } from './load-receipt.ts';

export const handler = lambda(getAwardPaymentReceipt, async (context) =>
  ok(presentReceipt(await loadReceipt(context), context.settings.timeZone)),
);
