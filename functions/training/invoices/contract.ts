// Invoices and credit notes (docs/interface/training.md#invoices).
import * as z from 'zod';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, pageQuery } from '../listing/listing.ts';
import { Invoice } from './presentation/schemas.ts';

const path = '/api/v1/Invoices';
const shared = { area: 'training', tags: ['Registration'] } as const;
const ownReadAccess = {
  permission: 'own',
  others: 'training.registrations.read',
  token: 'required',
} as const;
const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the document.' }) });

export const listInvoices = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List invoices and credit notes',
  description: 'All, in the order in which they were issued.',
  query: z.object({
    from: z.iso.date().optional().meta({ description: 'The first day of issue.' }),
    to: z.iso.date().optional().meta({ description: 'The last day of issue.' }),
    ...pageQuery,
  }),
  responses: {
    200: { description: 'A page of documents.', body: z.array(Invoice), headers: listHeaders },
  },
  access: { permission: 'training.registrations.read', token: 'required' },
  budget: { roundTrips: 5, readUnits: 40 },
  example: { query: { page: 1, pageSize: 20 } },
});

export const getInvoice = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get an invoice or a credit note',
  params: byId,
  responses: { 200: { description: 'The document.', body: Invoice } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 4, readUnits: 6 },
  example: { params: { id: '{{invoiceId}}' } },
});

export const getInvoicePdf = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}/Document.pdf`,
  summary: 'Get an invoice or a credit note as a PDF',
  description:
    "With the logo of Settings/Certificates; on Letter paper where that is usual in the tenant's time zone, else on A4.",
  params: byId,
  responses: {
    200: {
      description: 'The document.',
      body: Bytes,
      contentType: 'application/pdf',
      headers: { 'Content-Disposition': 'The file name (RFC 6266).' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 5, readUnits: 124 },
  example: { params: { id: '{{invoiceId}}' } },
});
