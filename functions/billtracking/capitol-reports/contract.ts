// Capitol reports: built from tracked bills, and stored as they were built
// (docs/interface/billtracking.md#capitol-reports).
import * as z from 'zod';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalInteger } from '../../../shared/http/lenient.ts';
import {
  filterDate,
  idList,
  pageEnvelope,
  pagingFields,
  successEnvelope,
  textSearchFields,
} from '../envelopes.ts';
import { reportTypeList } from './content/report-types.ts';
import { Snapshot } from './content/snapshot.ts';
import { formatNames } from './formats/format.ts';

const reference = z.guid().toLowerCase();

const reportType = z
  .preprocess(
    (sent) => (typeof sent === 'string' && /^\d{1,6}$/.test(sent.trim()) ? Number(sent) : sent),
    z.int(),
  )
  .meta({ description: `The code of the type: ${reportTypeList}.`, example: 4 });

const CapitolReport = z
  .strictObject({
    id: z.uuid(),
    reportType: z.int().min(1).max(6),
    reportTypeName: z.string().meta({ example: 'Weekly' }),
    title: z.string(),
    stateId: z.int(),
    state: z.string().meta({ example: 'WA' }),
    sessionId: z.int().optional(),
    session: z.string().optional(),
    startDate: z.iso.date(),
    endDate: z.iso.date(),
    billCount: z.int(),
    sha256: z.string().meta({ description: 'The checksum of the JSON file in base64url; it never changes.' }),
    createdBy: z.strictObject({ name: z.string(), personId: z.uuid().optional() }).optional(),
    createdDate: z.iso.datetime(),
    files: z.array(z.strictObject({ format: z.enum(formatNames), url: z.string() })),
  })
  .meta({ id: 'CapitolReport' });

const ReportRequest = z
  .object({
    reportType,
    startDate: filterDate().meta({
      description: 'The first day; by default depends on the type: a week, a month, the session so far.',
    }),
    endDate: filterDate().meta({ description: 'The last day, inclusive.' }),
    sessionId: optionalInteger(1).meta({
      description:
        'Only bills of this session. By default an end of session report covers the session of its last day.',
    }),
    title: z.string().trim().max(200).nullish(),
  })
  .meta({ id: 'CapitolReportRequest' });

export const sortFields = ['createdDate', 'title', 'reportType', 'startDate', 'endDate', 'stateId'] as const;

const ReportFilter = z
  .object({
    ...pagingFields(sortFields, { isAscending: false }),
    ...textSearchFields,
    stateIds: idList(),
    sessionIds: idList(),
    reportTypes: idList().meta({ description: reportTypeList }),
    startDate: filterDate().meta({ description: 'Reports whose period includes this day or a later one.' }),
    endDate: filterDate().meta({ description: 'Reports whose period includes this day or an earlier one.' }),
  })
  .meta({ id: 'CapitolReportFilter' });
export type ReportFilter = z.output<typeof ReportFilter>;

const byId = z.object({ id: reference.meta({ description: 'The id of the report.' }) });
const shared = { area: 'billtracking', tags: ['Capitol Reports'] } as const;
// Names of reports need a token, whatever the tenant's setting is (docs/interface/access.md#without-a-token).
const readAccess = { permission: 'billtracking.reports.read', token: 'required' } as const;

export const saveCapitolReport = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/CapitolReport/save-report/{stateId}',
  summary: 'Create a capitol report',
  description:
    'Builds a report from the tracked bills of the state, the association’s positions, and the actions and events of the period. The report is stored: its files never change, byte for byte.',
  params: z.object({
    stateId: z.coerce.number().int().min(0).max(99).meta({ description: 'FIPS code.', example: 53 }),
  }),
  body: ReportRequest,
  responses: {
    200: { description: 'The report with the addresses of its files.', body: successEnvelope(CapitolReport) },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  ifMatch: 'ignored',
  access: { permission: 'billtracking.reports.write', token: 'tenant' },
  budget: { roundTrips: 20, readUnits: 16, writeUnits: 15 },
  example: {
    params: { stateId: '53' },
    body: { reportType: 4, startDate: '2025-03-10', endDate: '2025-03-16', title: 'Friday report' },
  },
});

export const listCapitolReports = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/1.0/CapitolReport/list',
  summary: 'List capitol reports',
  body: ReportFilter,
  responses: { 200: { description: 'A page of reports.', body: pageEnvelope(CapitolReport) } },
  access: readAccess,
  repeatable: true,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { body: { pageNumber: 1, pageSize: 10 } },
});

export const getCapitolReport = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/CapitolReport/report/{id}',
  summary: 'Get a capitol report with its data',
  params: byId,
  responses: {
    200: {
      description: 'The report.',
      body: successEnvelope(CapitolReport.extend({ data: Snapshot }).meta({ id: 'CapitolReportWithData' })),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { id: '{{capitolReportId}}' } },
});

export const getCapitolReportFile = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/1.0/CapitolReport/report/{id}/{format}',
  summary: 'Download a capitol report as JSON, CSV or PDF',
  params: byId.extend({
    format: z
      .preprocess((sent) => (typeof sent === 'string' ? sent.toLowerCase() : sent), z.enum(formatNames))
      .meta({
        description: `${formatNames.join(', ')}. csv has a row for each fact, bills a row for each bill.`,
        example: 'pdf',
      }),
  }),
  responses: {
    200: {
      description: 'The file.',
      body: Bytes,
      contentType: 'application/pdf',
      alsoAs: { 'text/csv': Bytes, 'application/json': Snapshot },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 2 },
  example: { params: { id: '{{capitolReportId}}', format: 'pdf' } },
});
