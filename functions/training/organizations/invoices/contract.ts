// One invoice for an organization (docs/interface/training.md#consolidated-invoices).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { mostRegistrations } from '../../invoices/ledger/consolidated.ts';
import { Invoice } from '../../invoices/presentation/schemas.ts';
import { reference } from '../../people/schemas.ts';

const ConsolidatedInvoiceRequest = z
  .object({
    classId: reference.nullish().meta({
      description: 'All registrations of its people for this class. Send either this or registrationIds.',
    }),
    registrationIds: z.array(reference).min(1).max(mostRegistrations).nullish().meta({
      description: 'Registrations of its people for classes.',
    }),
    purchaseOrder: z.string().trim().max(100).nullish().meta({
      description: 'The number of its order, which the invoice names.',
      example: 'PO 2291',
    }),
  })
  .meta({
    id: 'ConsolidatedInvoiceRequest',
    example: { classId: '3f1d2b0a-5c4e-4a7b-9d21-6e8f0c9b7a55', purchaseOrder: 'PO 2291' },
  });

export const issueOrganizationInvoice = endpoint({
  area: 'training',
  tags: ['Organizations'],
  method: 'POST',
  path: '/api/v1/Organizations/{id}/Invoices',
  summary: 'Issue one invoice for registrations of an organization',
  description: `An invoice to the organization of what is charged and not invoiced for its people: a line for each registration, one rate of tax, at most ${mostRegistrations} registrations. Repeat the request for what is left, until the reply is 409. A registration for which a credit note is called for first is left out. The issue is audited.`,
  params: z.object({ id: reference.meta({ description: 'The id of the organization.' }) }),
  body: ConsolidatedInvoiceRequest,
  responses: {
    201: {
      description: 'The invoice.',
      body: Invoice,
      headers: { Location: 'The address of the invoice.' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'training.registrations.write', token: 'required' },
  // What is called for follows from what was charged and issued; the transaction decides on both.
  ifMatch: 'ignored',
  budget: { roundTrips: 13, readUnits: 30, writeUnits: 32 },
  example: {
    params: { id: '{{employerId}}' },
    body: { classId: '{{pastClassId}}', purchaseOrder: 'PO 2291' },
  },
});
