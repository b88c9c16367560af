// Exports of a tenant's whole data, for administrators of the platform (docs/tenant-data.md#export).
import * as z from 'zod';
import { Bytes } from '../../../../shared/http/bytes.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { platformAdministration, TenantCodeText, Timestamp } from '../../administration/administration.ts';

const shared = { area: 'identity', tags: ['Tenants'], access: platformAdministration } as const;

const entry = {
  id: z.uuid(),
  tenantCode: z.string(),
  status: z.enum(['inprogress', 'success', 'failed']),
  progress: z.strictObject({ records: z.int(), bytes: z.int() }),
  reason: z.string().nullable().meta({ description: 'Why it failed.' }),
  createdDate: Timestamp,
  completedDate: Timestamp.nullable(),
  expires: Timestamp.meta({ description: 'When the export and its files are removed.' }),
};
const TenantExportFile = z
  .strictObject({
    name: z.string().meta({ description: 'Such as person.0001.jsonl, or manifest.json.' }),
    recordType: z.string(),
    what: z.string(),
    records: z.int(),
    bytes: z.int(),
    sha256: z.string().meta({ description: 'Of the bytes, in hexadecimal digits.' }),
    url: z.url().meta({ description: 'Requires the token of an administrator of the platform.' }),
  })
  .meta({ id: 'TenantExportFile' });
const TenantExportEntry = z.strictObject(entry).meta({ id: 'TenantExportEntry' });
const TenantExport = z
  .strictObject({
    ...entry,
    files: z.array(TenantExportFile).meta({ description: 'Once all are there; the manifest among them.' }),
  })
  .meta({ id: 'TenantExport' });

const byCode = z.object({ code: TenantCodeText });
const byId = byCode.extend({
  id: z.uuid().toLowerCase().meta({ description: 'The id of the export.' }),
});
const example = { params: { code: '{{secondTenantCode}}', id: '{{tenantExportId}}' } } as const;

export const createTenantExport = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Tenants/{code}/Exports',
  summary: 'Export the whole data of a tenant',
  description:
    'A job writes JSON Lines files for each type of record and a manifest with their checksums; passwords, secrets and keys are left out. A suspended tenant can be exported. One export of a tenant is under way at a time.',
  params: byCode,
  responses: {
    202: {
      description: 'The export, which is under way.',
      body: TenantExportEntry,
      headers: { Location: 'The URL of the export.' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 24 },
  example: { params: { code: '{{tenantCode}}' } },
});

export const listTenantExports = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Tenants/{code}/Exports',
  summary: 'List the exports of a tenant, newest first',
  params: byCode,
  responses: {
    200: {
      description: 'The exports of the last seven days.',
      body: z.strictObject({ items: z.array(TenantExportEntry) }),
    },
  },
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { code: '{{secondTenantCode}}' } },
});

export const getTenantExport = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Tenants/{code}/Exports/{id}',
  summary: 'Get an export of a tenant with its progress and files',
  params: byId,
  responses: { 200: { description: 'The export.', body: TenantExport } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 30 },
  example,
});

export const downloadTenantExportFile = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Tenants/{code}/Exports/{id}/Files/{name}',
  summary: 'Download a file of an export of a tenant',
  params: byId.extend({
    name: z.string().max(200).meta({ description: 'The name of the file, such as person.0001.jsonl.' }),
  }),
  responses: {
    200: {
      description: 'The file.',
      contentType: 'application/jsonl',
      body: Bytes,
      alsoAs: { 'application/json': z.unknown() },
      headers: { 'Content-Disposition': 'The file name (RFC 6266).' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 500 },
  example: { params: { ...example.params, name: 'manifest.json' } },
});
