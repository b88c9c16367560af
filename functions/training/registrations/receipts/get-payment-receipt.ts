// GET /api/v1/registration/ClassRegistration/{id}/Payments/{number}/Receipt
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentReceipt } from '../../invoices/presentation/receipt-view.ts';
import { getPaymentReceipt } from './contract.ts';
import { loadReceipt } from './load-receipt.ts';

export const handler = lambda(getPaymentReceipt, async (context) =>
  ok(presentReceipt(await loadReceipt(context), context.settings.timeZone)),
);
