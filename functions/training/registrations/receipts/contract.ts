// The receipts of the payments of a registration (docs/interface/training.md#invoices).
import * as z from 'zod';
import { Bytes } from '../../../../shared/http/bytes.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { reference } from '../registration-requests.ts';

export const getPaymentReceipt = endpoint({
  area: 'training',
  tags: ['Registration'],
  method: 'GET',
  path: '/api/v1/registration/ClassRegistration/{id}/Payments/{number}/Receipt.pdf',
  summary: 'Get the receipt of a payment as a PDF',
  description:
    'Of an entry of kind payment, with its corrections. Entries are never changed, so a receipt is there as soon as the payment is recorded.',
  params: z.object({
    id: reference.meta({ description: 'The id of the registration.' }),
    number: z.coerce.number().int().min(1).max(100_000).meta({ description: 'The number of the entry.' }),
  }),
  responses: {
    200: {
      description: 'The receipt.',
      body: Bytes,
      contentType: 'application/pdf',
      headers: { 'Content-Disposition': 'The file name (RFC 6266).' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'own', others: 'training.registrations.read', token: 'required' },
  budget: { roundTrips: 5, readUnits: 124 },
  example: { params: { id: '{{paidRegistrationId}}', number: '2' } },
});
