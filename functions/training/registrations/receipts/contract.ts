// The receipts of the payments of a registration (docs/interface/training.md#invoices).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import {
  entryNumber,
  pageOfReceipt,
  receiptBudget,
  receiptDescription,
  receiptPdfBudget,
} from '../../invoices/receipt-contract.ts';
import { Receipt } from '../../invoices/schemas.ts';
import { reference } from '../registration-requests.ts';

const path = '/api/v1/registration/ClassRegistration/{id}/Payments/{number}';
const shared = {
  area: 'training',
  tags: ['Registration'],
  method: 'GET',
  params: z.object({
    id: reference.meta({ description: 'The id of the registration.' }),
    number: entryNumber,
  }),
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'own', others: 'training.registrations.read', token: 'required' },
  example: { params: { id: '{{paidRegistrationId}}', number: '2' } },
} as const;

export const getPaymentReceipt = endpoint({
  ...shared,
  path: `${path}/Receipt`,
  summary: 'Get the receipt of a payment',
  description: receiptDescription,
  responses: { 200: { description: 'The receipt.', body: Receipt } },
  budget: receiptBudget,
});

export const getPaymentReceiptPdf = endpoint({
  ...shared,
  path: `${path}/Receipt.pdf`,
  summary: 'Get the receipt of a payment as a PDF',
  description: receiptDescription,
  responses: { 200: pageOfReceipt },
  budget: receiptPdfBudget,
});
