// Exports as existing callers list and delete them (docs/interface/crm.md#export-reports).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalText } from '../../../../shared/http/lenient.ts';
import {
  enumList,
  knownFilters,
  listBody,
  listPage,
  optionalDay,
} from '../../../../shared/lists/list-body.ts';
import { exportStates } from '../schemas.ts';

/** Callers see and delete their own exports; the handlers decide. */
const shared = {
  area: 'crm',
  tags: ['Exports'],
  access: { permission: 'own', token: 'required' },
} as const;

const ExportReport = z
  .strictObject({
    id: z.uuid(),
    reportName: z.string().meta({ example: 'people-2027-03-01.csv' }),
    reportLink: z.string().nullable().meta({ description: 'The first file; null while there is none.' }),
    reportLinks: z.array(z.string()).meta({ description: 'All files.' }),
    createdDate: z.iso.datetime(),
    status: z.enum(exportStates),
  })
  .meta({ id: 'ExportReport', description: 'An export, as existing callers read one.' });

export const listExportReports = endpoint({
  ...shared,
  also: ['crm.people.read', 'crm.organizations.read', 'crm.committees.read'],
  method: 'POST',
  path: '/api/v1/exportpeople/allreport',
  repeatable: true,
  summary: 'List exports as reports',
  description:
    "The caller's own exports of any list, as existing callers read them; by default the oldest first.",
  body: listBody(
    { createdDate: ['createdon'], reportName: ['name'], status: [] },
    knownFilters({
      reportName: optionalText(200).meta({ description: 'A part of the name, in any case.' }),
      status: enumList(exportStates).meta({ description: 'The states; all by default.' }),
      fromDate: optionalDay(),
      toDate: optionalDay(),
      sourceType: z.unknown().optional().meta({ description: 'Sent by existing callers; it has no effect.' }),
    }),
  ).meta({ id: 'ExportReportsRequest' }),
  responses: {
    200: { description: 'A page of exports.', body: listPage(ExportReport).meta({ id: 'ExportReports' }) },
  },
  budget: { roundTrips: 4, readUnits: 8 },
  example: { body: { itemCount: 10, pageNumber: 1, sortBy: 'createdDate', sortDirection: 'desc' } },
});

/** Existing callers delete by GET, and read only that the reply is JSON. */
const deleting = { ...shared, method: 'GET', writes: true, ifMatch: 'ignored' } as const;
const isDone = z.literal(true).meta({ description: 'That it is done.' });

export const deleteExportReport = endpoint({
  ...deleting,
  path: '/api/v1/exportpeople/get/deletebyreportid',
  summary: 'Delete an export as a report',
  description:
    'With its files, whose links end within seconds. Existing callers send the id as a parameter without a name, `?={reportId}`.',
  query: z.object({
    reportId: z
      .guid()
      .transform((text) => text.toLowerCase())
      .meta({ description: 'The id of the export; its name can be left out.' }),
  }),
  unnamedQuery: 'reportId',
  responses: { 200: { description: 'It is deleted.', body: isDone } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 16 },
  example: { query: { reportId: '{{exportId}}' } },
});

export const clearExportReports = endpoint({
  ...deleting,
  path: '/api/v1/exportpeople/get/clearallbyuser',
  summary: 'Delete all exports of the caller',
  description: 'With their files. Those that are under way stop.',
  responses: { 200: { description: 'All are deleted.', body: isDone } },
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 9 },
  example: {},
});
