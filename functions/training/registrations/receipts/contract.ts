// The receipts of the payments of a registration (docs/interface/training.md#invoices).
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { Receipt } from '../../invoices/presentation/schemas.ts';
import {
  entryNumber,
  pageOfReceipt,
  receiptBudget,
  receiptDescription,
  receiptPdfBudget,
} from '../../invoices/presentation/shared-contract.ts';
import { byId, ownReadAccess, path, shared } from '../access.ts';

const receipt = {
  ...shared,
  method: 'GET',
  params: byId.extend({ number: entryNumber }),
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownReadAccess,
  example: { params: { id: '{{paidRegistrationId}}', number: '2' } },
} as const;

export const getPaymentReceipt = endpoint({
  ...receipt,
  path: `${path}/{id}/Payments/{number}/Receipt`,
  summary: 'Get the receipt of a payment',
  description: receiptDescription,
  responses: { 200: { description: 'The receipt.', body: Receipt } },
  budget: receiptBudget,
});

export const getPaymentReceiptPdf = endpoint({
  ...receipt,
  path: `${path}/{id}/Payments/{number}/Receipt.pdf`,
  summary: 'Get the receipt of a payment as a PDF',
  description: receiptDescription,
  responses: { 200: pageOfReceipt },
  budget: receiptPdfBudget,
});
