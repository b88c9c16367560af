// Imports: files of people, organizations, committees and memberships as jobs (docs/interface/crm.md#imports).
import * as z from 'zod';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { MAX_FILE_BODY_BYTES } from '../../../shared/http/file-content.ts';
import { integerWithDefault } from '../../../shared/http/lenient.ts';
import { wholeListQuery } from '../committees/whole-list.ts';
import {
  ImportFields,
  ImportMappingRequest,
  ImportPage,
  ImportPartRequest,
  ImportRequest,
  ImportStartRequest,
  ImportView,
  importKinds,
  MAX_PARTS,
} from './record/schemas.ts';

const shared = {
  area: 'crm',
  tags: ['Imports'],
  access: { permission: 'crm.imports.write', token: 'required' },
} as const;
const id = z
  .guid()
  .transform((text) => text.toLowerCase())
  .meta({ description: 'The id of the import.' });
const byId = z.object({ id });
const view = { description: 'The import.', body: ImportView } as const;
const example = { params: { id: '{{importId}}' } } as const;

export const createImport = endpoint({
  ...shared,
  also: ['crm.emails.read'],
  method: 'POST',
  path: '/api/v1/Imports',
  summary: 'Create an import',
  description:
    'Takes a CSV file or a workbook (.xlsx) of up to 2.8 MB, or none: then it is uploaded in parts. The columns of a small file are in the reply, each with the field that is proposed for it; a larger one is read first. An import of people or memberships requires crm.emails.read.',
  body: ImportRequest,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  responses: { 201: { ...view, headers: { Location: 'The URL of the import.' } } },
  refuses: ['PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 4, writeUnits: 7 },
  example: {
    body: {
      kind: 'people',
      fileName: 'members.csv',
      // First Name,Last Name,Email,Job Title\nOttilie,Vance,ottilie.vance@rivertown.example,Treasurer\n
      content:
        'Rmlyc3QgTmFtZSxMYXN0IE5hbWUsRW1haWwsSm9iIFRpdGxlCk90dGlsaWUsVmFuY2Usb3R0aWxpZS52YW5jZUByaXZlcnRvd24uZXhhbXBsZSxUcmVhc3VyZXIK',
    },
  },
});

export const listImports = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Imports',
  summary: 'List imports',
  description: 'Those of everybody, newest first. Imports are stored for 30 days.',
  query: wholeListQuery({}),
  responses: { 200: { description: 'A page of imports.', body: ImportPage } },
  budget: { roundTrips: 4, readUnits: 8 },
  example: { query: { pageSize: 10 } },
});

export const listImportFields = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Imports/Fields/{kind}',
  summary: 'List the fields of imports',
  description: 'What columns can be mapped to, custom fields of the tenant included.',
  params: z.object({
    kind: z.enum(importKinds).meta({ description: 'What the rows of the file are.' }),
  }),
  responses: { 200: { description: 'The fields.', body: ImportFields } },
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { kind: 'people' } },
});

export const getImport = endpoint({
  ...shared,
  also: ['crm.emails.read'],
  method: 'GET',
  path: '/api/v1/Imports/{id}',
  summary: 'Get an import',
  description: 'With its columns, its progress and its outcome.',
  params: byId,
  responses: { 200: view },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  budget: { roundTrips: 3, readUnits: 6 },
  example,
});

export const mapImport = endpoint({
  ...shared,
  also: ['crm.emails.read'],
  method: 'PUT',
  path: '/api/v1/Imports/{id}/Mapping',
  summary: 'Map the columns of an import',
  description: 'Changes which fields columns are imported into, before the import is started.',
  params: byId,
  body: ImportMappingRequest,
  responses: { 200: view },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 10, writeUnits: 4 },
  example: { ...example, body: { columns: [{ index: 3, field: null }] } },
});

export const startImport = endpoint({
  ...shared,
  also: ['crm.emails.read', 'crm.advocacy.write'],
  method: 'POST',
  path: '/api/v1/Imports/{id}/Start',
  summary: 'Start an import',
  description:
    'Imports the rows, or with dryRun only checks them. The job goes on by itself; get the import for its progress.',
  params: byId,
  body: ImportStartRequest,
  responses: { 202: { ...view, description: 'The import, which is under way.' } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 12 },
  example: { ...example, body: { dryRun: true } },
});

export const getImportRefusals = endpoint({
  ...shared,
  also: ['crm.emails.read'],
  method: 'GET',
  path: '/api/v1/Imports/{id}/Refusals',
  summary: 'Download the refusals of an import',
  description:
    'A CSV file of the last run, dry or not: for each problem the number of the row as a spreadsheet shows it, the field, the value, what is wrong with it, and the columns of the row as they were. Outcome is refused, or left out where the row was taken without the value. A large file has a Link to the next one.',
  params: byId,
  query: z.object({
    from: integerWithDefault(0, 0, 1_000_000).meta({
      description: 'Where the file begins; the Link of the previous one has it.',
    }),
  }),
  responses: {
    200: {
      description: 'The file; only a line of headings when no row was refused.',
      body: Bytes,
      contentType: 'text/csv',
      headers: {
        'Content-Disposition': 'The file name (RFC 6266).',
        Link: 'The next file (rel="next"), if any.',
      },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 10 },
  example,
});

export const deleteImport = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Imports/{id}',
  summary: 'Delete an import',
  description: 'With its file and its refused rows. One that runs stops; what it wrote stays.',
  params: byId,
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 16 },
  example,
});

export const putImportPart = endpoint({
  ...shared,
  also: ['crm.emails.read'],
  method: 'PUT',
  path: '/api/v1/Imports/{id}/Parts/{number}',
  summary: 'Upload a part of a file',
  description: `Of an import that was created without a file. Parts are the bytes of the file in order, cut anywhere; one that is sent again is replaced. At most ${MAX_PARTS} parts.`,
  params: z.object({
    id,
    number: z.coerce.number().int().min(1).max(MAX_PARTS).meta({
      description: 'The number of the part, from 1.',
      example: 1,
    }),
  }),
  body: ImportPartRequest,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  responses: { 200: view },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 7 },
  example: {
    params: { id: '{{uploadingImportId}}', number: '1' },
    body: { content: 'TmFtZQpSaXZlcnRvd24gUG9ydCBBdXRob3JpdHkK' },
  },
});

export const completeImport = endpoint({
  ...shared,
  also: ['crm.emails.read'],
  method: 'POST',
  path: '/api/v1/Imports/{id}/Complete',
  summary: 'Complete the upload of a file',
  description: 'All parts are there: the file is read, and then its columns can be mapped.',
  params: byId,
  responses: { 202: { ...view, description: 'The import, whose file is being read.' } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 12 },
  example: { params: { id: '{{uploadingImportId}}' } },
});
