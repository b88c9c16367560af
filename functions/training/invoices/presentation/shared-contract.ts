// What the endpoints of documents and receipts of both kinds of registrations declare alike.
import * as z from 'zod';
import { Bytes } from '../../../../shared/http/bytes.ts';
import { Invoice } from './schemas.ts';

export const issueDescription =
  'An invoice of what is charged and not invoiced, or a credit note of what was invoiced and is no longer charged, with the next number. When neither is called for, the reply is the last document. The issue is audited.';

export const issueResponses = {
  200: { description: 'The last document: all that is charged is invoiced.', body: Invoice },
  201: {
    description: 'The document.',
    body: Invoice,
    headers: { Location: 'The address of the document.' },
  },
} as const;

export const entryNumber = z.coerce
  .number()
  .int()
  .min(1)
  .max(100_000)
  .meta({ description: 'The number of the entry in the ledger.' });

export const receiptDescription =
  'Of an entry of kind payment, with its corrections. Issuer, recipient and subject are as they were when the payment was recorded, so a receipt is there at once and stays as it is.';

/** With a further read where a manager reads it. */
export const receiptBudget = { roundTrips: 6, readUnits: 10 } as const;
export const receiptPdfBudget = { roundTrips: 7, readUnits: 130 } as const;

export const pageOfReceipt = {
  description: 'The receipt.',
  body: Bytes,
  contentType: 'application/pdf',
  headers: { 'Content-Disposition': 'The file name (RFC 6266).' },
} as const;
