// Documents of a bill: texts, amendments, fiscal notes (docs/interface/billtracking.md#bill-documents).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { MAX_FILE_BODY_BYTES } from '../../../../shared/http/file-content.ts';
import { pageEnvelope, successEnvelope } from '../../envelopes.ts';
import { byBillId } from '../schemas.ts';
import { MAX_DOCUMENTS } from './record/document.ts';
import {
  BillDocument,
  BillDocumentRequest,
  Comparison,
  DocumentSearchRequest,
  DocumentText,
  FoundDocument,
} from './schemas.ts';

const shared = { area: 'billtracking', tags: ['Bill Details & Tabs'] } as const;
const reading = { permission: 'billtracking.bills.read', token: 'required' } as const;
const writing = { permission: 'billtracking.bills.write', token: 'required' } as const;
const documentId = z.guid().meta({ description: 'The id of the document.' });
const byDocument = byBillId.extend({ documentId });

export const createBillDocument = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/{id}/documents',
  summary: 'Create a document of a bill',
  description: `A file, a text, a link, or a text with a link. A file is checked by its content: a text in UTF-8, a page in HTML, or a PDF, whose text is not read: send it as text. At most ${MAX_DOCUMENTS} a bill.`,
  params: byBillId,
  body: BillDocumentRequest,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  responses: { 200: { description: 'The document.', body: successEnvelope(BillDocument) } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  access: writing,
  budget: { roundTrips: 12, readUnits: 12, writeUnits: 19 },
  example: {
    params: { id: '{{billId}}' },
    body: {
      kind: 'AMENDMENT',
      title: 'Amendment 12',
      date: '2026-02-20',
      text: 'On page 3, line 7, after "county" insert "or a housing authority".',
    },
  },
});

export const listBillDocuments = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/bill/{id}/documents',
  summary: 'List the documents of a bill',
  description: 'The latest first, with the versions and papers that a source links to.',
  params: byBillId,
  responses: { 200: { description: 'The documents.', body: successEnvelope(z.array(BillDocument)) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: reading,
  budget: { roundTrips: 4, readUnits: 10, writeUnits: 2 },
  example: { params: { id: '{{billId}}' } },
});

export const getBillDocumentText = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/bill/{id}/documents/{documentId}/text',
  summary: 'Get the text of a document of a bill',
  params: byDocument,
  responses: { 200: { description: 'The text.', body: successEnvelope(DocumentText) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: reading,
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 2 },
  example: { params: { id: '{{billId}}', documentId: '{{billDocumentId}}' } },
});

export const deleteBillDocument = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/1.0/bill/{id}/documents/{documentId}',
  summary: 'Delete a document of a bill',
  description: 'With its file and its text. What a source links to stays.',
  params: byDocument,
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writing,
  ifMatch: 'ignored',
  budget: { roundTrips: 12, readUnits: 12, writeUnits: 64 },
  example: { params: { id: '{{billId}}', documentId: '{{billDocumentId}}' } },
});

export const compareBillDocuments = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/bill/{id}/documents/comparison',
  summary: 'Compare two texts of a bill',
  description:
    'By paragraphs: which were added, removed and moved, and within a changed one which words. A paragraph of eight words or more that is elsewhere in the later text was moved.',
  params: byBillId,
  query: z.object({
    from: z.guid().meta({ description: 'The id of the earlier document.' }),
    to: z.guid().meta({ description: 'The id of the later document.' }),
  }),
  responses: { 200: { description: 'The comparison.', body: successEnvelope(Comparison) } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: reading,
  budget: { roundTrips: 10, readUnits: 16, writeUnits: 2 },
  example: {
    params: { id: '{{billId}}' },
    query: { from: '{{earlierBillDocumentId}}', to: '{{billDocumentId}}' },
  },
});

export const getComparisonPage = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/bill/comparison/{tenantCode}/{token}',
  summary: 'Show the comparison of two texts of a bill',
  description: 'The page that a comparison links to. It works for a week, without a header or a login.',
  params: z.object({
    tenantCode: z.string(),
    token: z.string().max(200).meta({ description: 'The part of the link that nobody can guess.' }),
  }),
  responses: {
    200: {
      description: 'An HTML page, also when the link is invalid.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
  access: 'public',
  apiVersion: 'optional',
  budget: { roundTrips: 8, readUnits: 16 },
  example: { params: { tenantCode: '{{tenantCode}}', token: '{{comparisonToken}}' } },
});

export const searchBillDocuments = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/bill/documents/search',
  summary: 'Search the texts of tracked bills',
  description:
    'Documents that have each of the words, of bills that are tracked, the latest first. Searched are the texts of stored documents, the first 2,000 different words of each.',
  body: DocumentSearchRequest,
  responses: { 200: { description: 'A page of documents.', body: pageEnvelope(FoundDocument) } },
  access: reading,
  budget: { roundTrips: 14, readUnits: 40, writeUnits: 2 },
  example: { body: { text: 'housing authority' } },
});
