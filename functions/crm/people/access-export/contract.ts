// Exporting everything about one person (docs/interface/crm.md#access-export).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const ExportedItems = z
  .strictObject({
    area: z.enum(['Relationships', 'Training', 'Identity', 'BillTracking', 'Platform']),
    type: z.string().meta({ description: 'The type of the items.' }),
    what: z.string().meta({ description: 'What such an item is.' }),
    count: z.int(),
  })
  .meta({ id: 'AccessExportItems' });

const AccessExport = z
  .strictObject({
    personId: z.uuid(),
    createdDate: z.iso.datetime(),
    file: z
      .url()
      .meta({ description: 'The JSON file, for everybody who has this address, until it expires.' }),
    expires: z.iso.datetime(),
    size: z.int().meta({ description: 'Bytes.' }),
    contents: z.array(ExportedItems),
  })
  .meta({ id: 'AccessExport' });

export const createAccessExport = endpoint({
  area: 'crm',
  tags: ['Data of a person'],
  access: { permission: 'crm.people.access-export', token: 'required' },
  method: 'POST',
  path: '/api/v1/people/{id}/AccessExport',
  summary: 'Export everything about a person',
  description:
    'Writes a JSON file with every record of every area about the person, and the names of records that mention the person, for a request for access. The file is deleted after a day. Look through it before you hand it over: it may name others.',
  params: z.object({ id: z.guid().meta({ description: 'The id of the person.' }) }),
  responses: { 200: { description: 'The file, and what is in it.', body: AccessExport } },
  refuses: ['RESOURCE_NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  ifMatch: 'ignored',
  budget: { roundTrips: 100, readUnits: 200, writeUnits: 19 },
  example: { params: { id: '{{personId}}' } },
});
