// The invoices and credit notes of a registration for an award, and the receipts of its payments
// (docs/interface/training.md#invoices).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { Invoice, Receipt } from '../../../invoices/presentation/schemas.ts';
import {
  entryNumber,
  issueDescription,
  issueResponses,
  pageOfReceipt,
  receiptBudget,
  receiptDescription,
  receiptPdfBudget,
} from '../../../invoices/presentation/shared-contract.ts';
import { byId, shared } from '../access.ts';

const path = '/api/v1/AwardsRegistration/{id}';
const ownReadAccess = {
  permission: 'own',
  others: 'training.registrations.read',
  token: 'required',
} as const;

export const issueAwardInvoice = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/Invoices`,
  summary: 'Issue an invoice or a credit note of an award registration',
  description: issueDescription,
  params: byId,
  responses: issueResponses,
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
  params: byId,
  responses: { 200: { description: 'The documents.', body: z.array(Invoice) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 5, readUnits: 12 },
  example: { params: { id: '{{awardRegistrationId}}' } },
});

const receipt = {
  ...shared,
  method: 'GET',
  params: byId.extend({ number: entryNumber }),
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
