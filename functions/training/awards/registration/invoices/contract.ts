// The invoices and credit notes of a registration for an award, and the receipts of its payments
// (docs/interface/training.md#invoices).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import {
  entryNumber,
  pageOfReceipt,
  receiptBudget,
  receiptDescription,
  receiptPdfBudget,
} from '../../../invoices/receipt-contract.ts';
import { Invoice, Receipt } from '../../../invoices/schemas.ts';

const path = '/api/v1/AwardsRegistration/{id}';
const id = z.guid().toLowerCase().meta({ description: 'The id of the registration.' });
const shared = { area: 'training', tags: ['Award registrations'] } as const;
const ownReadAccess = {
  permission: 'own',
  others: 'training.registrations.read',
  token: 'required',
} as const;
const document = { description: 'The document.', body: Invoice } as const;

export const issueAwardInvoice = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/Invoices`,
  summary: 'Issue an invoice or a credit note of an award registration',
  description:
    'An invoice of what is charged and not invoiced, or a credit note of what was invoiced and is no longer charged, with the next number. When neither is called for, the reply is the last document. The issue is audited.',
  params: z.object({ id }),
  responses: {
    200: { description: 'The last document: all that is charged is invoiced.', body: Invoice },
    201: { ...document, headers: { Location: 'The address of the document.' } },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'training.registrations.write', token: 'required' },
  // What is called for follows from what was charged and issued; the transaction decides on both.
  ifMatch: 'ignored',
  budget: { roundTrips: 11, readUnits: 15, writeUnits: 28 },
  example: { params: { id: '{{awardRegistrationId}}' } },
});

export const listAwardInvoices = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/Invoices`,
  summary: 'List the invoices and credit notes of an award registration',
  description:
    'The earliest first, also those of earlier registrations of the person for this award, whose ledger it continues.',
  params: z.object({ id }),
  responses: { 200: { description: 'The documents.', body: z.array(Invoice) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 5, readUnits: 12 },
  example: { params: { id: '{{awardRegistrationId}}' } },
});

const receipt = {
  ...shared,
  method: 'GET',
  params: z.object({ id, number: entryNumber }),
  description: receiptDescription,
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: ownReadAccess,
  example: { params: { id: '{{paidAwardRegistrationId}}', number: '2' } },
} as const;

export const getAwardPaymentReceipt = endpoint({
  ...receipt,
  path: `${path}/Payments/{number}/Receipt`,
  summary: 'Get the receipt of a payment of an award registration',
  responses: { 200: { description: 'The receipt.', body: Receipt } },
  budget: receiptBudget,
});

export const getAwardPaymentReceiptPdf = endpoint({
  ...receipt,
  path: `${path}/Payments/{number}/Receipt.pdf`,
  summary: 'Get the receipt of a payment of an award registration as a PDF',
  responses: { 200: pageOfReceipt },
  budget: receiptPdfBudget,
});
