// Exports: lists of people, organizations, committees and their members as files, made by jobs (docs/interface/crm.md#exports).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { wholeListQuery } from '../committees/whole-list.ts';
import { ExportColumns, ExportPage, ExportRequest, ExportView, exportedLists } from './schemas.ts';

/** Callers export the lists that they may read, and see their own exports; the handlers decide. */
const shared = { area: 'crm', tags: ['Exports'], access: { permission: 'own', token: 'required' } } as const;
const listing = {
  ...shared,
  access: { ...shared.access, others: 'crm.people.read' },
} as const;
/** Files of lists that the caller may no longer read are not shown. */
const showing = {
  ...shared,
  also: ['crm.people.read', 'crm.organizations.read', 'crm.committees.read'],
} as const;
const byId = z.object({
  id: z
    .guid()
    .transform((text) => text.toLowerCase())
    .meta({ description: 'The id of the export.' }),
});
const example = { params: { id: '{{exportId}}' } } as const;

export const createExport = endpoint({
  ...listing,
  also: ['crm.organizations.read', 'crm.committees.read', 'crm.emails.read', 'identity.permissions.read'],
  method: 'POST',
  path: '/api/v1/Exports',
  summary: 'Export a list',
  description:
    'Exports the people, organizations, committees or members of committees (memberships) that a filter selects, by name. The job makes files of up to 10,000 rows; get the export for its progress and the links. Requires the permission to read the list; columns with email addresses of people require crm.emails.read.',
  body: ExportRequest,
  responses: {
    202: {
      description: 'The export, which is under way.',
      body: ExportView,
      headers: { Location: 'The URL of the export.' },
    },
  },
  refuses: ['PERMISSION_DENIED', 'CONFLICT'],
  budget: { roundTrips: 7, readUnits: 12, writeUnits: 12 },
  example: {
    body: {
      list: 'people',
      format: 'csv',
      columns: ['lastName', 'firstName', 'organizationName', 'city'],
      filterBody: { filterRules: [{ fieldId: 'status', filterType: 4, selectedValues: ['Active'] }] },
    },
  },
});

export const listExports = endpoint({
  ...showing,
  method: 'GET',
  path: '/api/v1/Exports',
  summary: 'List exports',
  description: "The caller's own, newest first. Exports are stored for seven days.",
  query: wholeListQuery({}),
  responses: { 200: { description: 'A page of exports.', body: ExportPage } },
  budget: { roundTrips: 4, readUnits: 8 },
  example: { query: { pageSize: 10 } },
});

export const listExportColumns = endpoint({
  ...listing,
  also: ['crm.organizations.read', 'crm.committees.read'],
  method: 'GET',
  path: '/api/v1/Exports/Columns/{list}',
  summary: 'List the columns of exports',
  description: 'Custom fields of the tenant included.',
  params: z.object({ list: z.enum(exportedLists).meta({ description: 'The list.' }) }),
  responses: { 200: { description: 'The columns.', body: ExportColumns } },
  refuses: ['PERMISSION_DENIED'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { list: 'people' } },
});

export const getExport = endpoint({
  ...showing,
  method: 'GET',
  path: '/api/v1/Exports/{id}',
  summary: 'Get an export',
  description: 'With its progress, and once it is done with links to its files.',
  params: byId,
  responses: { 200: { description: 'The export.', body: ExportView } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example,
});

export const deleteExport = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Exports/{id}',
  summary: 'Delete an export',
  description: 'With its files, whose links end within seconds. One that is under way stops.',
  params: byId,
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 16 },
  example,
});
