// The invoices and credit notes of a registration (docs/interface/training.md#invoices).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { Invoice } from '../../invoices/presentation/schemas.ts';
import { issueDescription, issueResponses } from '../../invoices/presentation/shared-contract.ts';
import { byId, ownReadAccess, path, shared } from '../access.ts';

export const issueRegistrationInvoice = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/Invoices`,
  summary: 'Issue an invoice or a credit note',
  description: issueDescription,
  params: byId,
  responses: issueResponses,
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: { permission: 'training.registrations.write', token: 'required' },
  // What is called for follows from what was charged and issued; the transaction decides on both.
  ifMatch: 'ignored',
  budget: { roundTrips: 10, readUnits: 14, writeUnits: 28 },
  example: { params: { id: '{{registrationId}}' } },
});

export const listRegistrationInvoices = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}/Invoices`,
  summary: 'List the invoices and credit notes of a registration',
  description: 'The earliest first.',
  params: byId,
  responses: { 200: { description: 'The documents.', body: z.array(Invoice) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 4, readUnits: 10 },
  example: { params: { id: '{{paidRegistrationId}}' } },
});
