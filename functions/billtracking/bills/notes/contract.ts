// Notes on a bill, for the tenant's own users. A token is always required.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { pageNumberField, pageSizeField } from '../../../../shared/lists/query.ts';
import { pageEnvelope, successEnvelope } from '../../envelopes.ts';
import { byBillId } from '../schemas.ts';

const Note = z
  .strictObject({
    id: z.uuid(),
    text: z.string(),
    createdBy: z.string().meta({ example: 'ada@example.org' }),
    createdDate: z.iso.datetime(),
    modifiedBy: z.string().optional().meta({ description: 'Who changed it last; absent when nobody did.' }),
    modifiedDate: z.iso.datetime().optional(),
  })
  .meta({ id: 'BillNote' });

const NoteRequest = z
  .object({
    text: z.string().trim().min(1).max(5000).meta({ example: 'The sponsor asked for our figures.' }),
  })
  .meta({ id: 'BillNoteRequest' });

const shared = {
  area: 'billtracking',
  path: '/api/1.0/bill/{id}/notes',
  tags: ['Bill Tracking'],
  params: byBillId,
  refuses: ['RESOURCE_NOT_FOUND'],
} as const;

export const createBillNote = endpoint({
  ...shared,
  method: 'POST',
  summary: 'Create a note on a bill',
  body: NoteRequest,
  responses: { 200: { description: 'The note.', body: successEnvelope(Note) } },
  ifMatch: 'ignored',
  access: { permission: 'billtracking.bills.write', token: 'required' },
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 5 },
  example: {
    params: { id: '{{billId}}' },
    body: { text: 'Counties ask for an exemption for small housing authorities.' },
  },
});

export const listBillNotes = endpoint({
  ...shared,
  method: 'GET',
  summary: 'List the notes on a bill',
  query: z.object({
    pageNumber: pageNumberField().meta({ description: 'From 1.' }),
    pageSize: pageSizeField(),
  }),
  responses: { 200: { description: 'A page of notes, the latest first.', body: pageEnvelope(Note) } },
  access: { permission: 'billtracking.bills.read', token: 'required' },
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { id: '{{billId}}' } },
});

const noteParams = byBillId.extend({ noteId: z.guid().toLowerCase() });
const notePath = '/api/1.0/bill/{id}/notes/{noteId}';
const writing = { permission: 'billtracking.bills.write', token: 'required' } as const;

export const getBillNote = endpoint({
  ...shared,
  method: 'GET',
  path: notePath,
  summary: 'Get a note on a bill',
  params: noteParams,
  responses: { 200: { description: 'The note.', body: successEnvelope(Note) } },
  access: { permission: 'billtracking.bills.read', token: 'required' },
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 2 },
  example: { params: { id: '{{billId}}', noteId: '{{billNoteId}}' } },
});

export const updateBillNote = endpoint({
  ...shared,
  method: 'PUT',
  path: notePath,
  summary: 'Update a note on a bill',
  description:
    'A note says who changed it last. The audit has the text before and after. Send the ETag of an earlier reply as If-Match to avoid overwriting another change.',
  params: noteParams,
  body: NoteRequest,
  responses: { 200: { description: 'The note.', body: successEnvelope(Note) } },
  access: writing,
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 10 },
  example: {
    params: { id: '{{billId}}', noteId: '{{billNoteId}}' },
    body: { text: 'Counties ask for an exemption for housing authorities of fewer than 100 homes.' },
  },
});

export const deleteBillNote = endpoint({
  ...shared,
  method: 'DELETE',
  path: notePath,
  summary: 'Delete a note on a bill',
  description: 'The audit keeps its text.',
  params: noteParams,
  responses: { 204: { description: 'The note was deleted.', body: null } },
  access: writing,
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 10 },
  example: { params: { id: '{{billId}}', noteId: '{{spareBillNoteId}}' } },
});
