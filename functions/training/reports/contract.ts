// Reports: asked for, made at once or behind the scenes, kept, and downloaded by links that expire.
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { integerWithDefault } from '../../../shared/http/lenient.ts';
import { listHeaders } from '../listing.ts';
import { formatNames, reportNames, reportParameters } from './parameters.ts';

const format = z.enum(formatNames).meta({ description: 'The kind of file.' });

/** What a report is asked for with: the report's name decides which parameters there are. */
const ReportRequest = z
  .discriminatedUnion('report', [
    z.object({ report: z.literal('ClassRoster'), format, parameters: reportParameters.ClassRoster }),
    z.object({
      report: z.literal('Attendance'),
      format,
      parameters: reportParameters.Attendance.prefault({}),
    }),
    z.object({
      report: z.literal('CreditsByPerson'),
      format,
      parameters: reportParameters.CreditsByPerson.prefault({}),
    }),
    z.object({
      report: z.literal('CreditsByCourse'),
      format,
      parameters: reportParameters.CreditsByCourse.prefault({}),
    }),
    z.object({
      report: z.literal('CreditsByOrganization'),
      format,
      parameters: reportParameters.CreditsByOrganization.prefault({}),
    }),
    z.object({ report: z.literal('AwardProgress'), format, parameters: reportParameters.AwardProgress }),
    z.object({
      report: z.literal('ExpiringCertifications'),
      format,
      parameters: reportParameters.ExpiringCertifications.prefault({}),
    }),
    z.object({
      report: z.literal('RevenueByClass'),
      format,
      parameters: reportParameters.RevenueByClass.prefault({}),
    }),
  ])
  .meta({ id: 'ReportRequest' });

/** A report that was asked for. */
export const ReportJob = z
  .strictObject({
    id: z.uuid(),
    reportName: z.string().meta({ example: 'Class roster' }),
    report: z.enum([...reportNames, 'Certificates']),
    format,
    status: z.enum(['inprogress', 'success', 'failed']).meta({
      description: 'inprogress until its file is there (success) or it was given up (failed).',
    }),
    progress: z.strictObject({
      percent: z.int().min(0).max(100),
      rows: z.int().min(0).meta({ description: 'Rows so far.' }),
    }),
    subject: z.string().optional().meta({ description: 'What it is about, in words.' }),
    parameters: z.record(z.string(), z.unknown()).meta({ description: 'What it was asked for with.' }),
    reportLink: z.string().optional().meta({
      description:
        'Where the file can be downloaded: for an hour, by whoever has the address, without any header. Another one is made each time the report is read; there is none until the file is there, nor after keptUntil.',
    }),
    linkExpires: z.iso.datetime().optional(),
    reason: z.string().optional().meta({ description: 'Why it failed.' }),
    createdDate: z.iso.datetime().meta({ description: 'The moment whose data it tells.' }),
    completedDate: z.iso.datetime().optional(),
    keptUntil: z.iso.datetime().optional().meta({ description: 'Until when the file is kept.' }),
    links: z.strictObject({
      self: z.string().meta({ description: 'Where its state is read.' }),
      file: z.string().optional().meta({ description: 'The same as reportLink.' }),
    }),
  })
  .meta({ id: 'ReportJob', description: 'A report that was asked for, and how far it is.' });

const ReportKind = z
  .strictObject({
    report: z.enum(reportNames),
    title: z.string(),
    description: z.string(),
    formats: z.array(format),
    parameters: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What it is asked for with, as JSON Schema (2020-12).' }),
    columns: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        kind: z.enum(['text', 'number', 'money', 'date']),
      }),
    ),
  })
  .meta({ id: 'ReportKind', description: 'A report that can be asked for.' });

const shared = { area: 'training', tags: ['Reports'] } as const;
const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the report.' }) });
/** One's own reports, or everybody's by the permission: decided in the rule. */
const ownAccess = { permission: 'own', others: 'training.reports.read', token: 'required' } as const;
const Location = { Location: 'The address of the report.' } as const;

export const requestReport = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Reports',
  summary: 'Ask for a report',
  description:
    'A small report is there at once (201). A larger one is made behind the scenes (202): read it again until its status is success or failed. Everybody may ask for what concerns themselves, as CreditsByPerson with their own id in personIds; the rest needs training.reports.read.',
  body: ReportRequest,
  responses: {
    201: { description: 'The report, ready.', body: ReportJob, headers: Location },
    202: { description: 'The report, which is being made.', body: ReportJob, headers: Location },
  },
  access: ownAccess,
  budget: { roundTrips: 12, readUnits: 10, writeUnits: 80 },
  example: { body: { report: 'ClassRoster', format: 'pdf', parameters: { classId: '{{classId}}' } } },
});

export const listReports = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Reports/List',
  summary: 'List the reports one asked for',
  description: 'The newest first.',
  query: z.object({
    page: integerWithDefault(1, 1, 1_000_000).meta({
      description: 'The number of the page, from 1.',
      example: 1,
    }),
    pageSize: integerWithDefault(50, 1, 200).meta({
      description: 'Entries per page, 1 to 200.',
      example: 50,
    }),
  }),
  responses: { 200: { description: 'A page of reports.', body: z.array(ReportJob), headers: listHeaders } },
  access: ownAccess,
  budget: { roundTrips: 4, readUnits: 6 },
  example: { query: { page: 1, pageSize: 10 } },
});

export const listReportKinds = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Reports/Kinds',
  summary: 'List the reports that can be asked for',
  responses: { 200: { description: 'Every report with its parameters.', body: z.array(ReportKind) } },
  access: ownAccess,
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const getReport = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Reports/{id}',
  summary: 'Get one report: how far it is, and its link',
  params: byId,
  responses: { 200: { description: 'The report.', body: ReportJob } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { id: '{{reportId}}' } },
});

export const deleteReport = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Reports/{id}',
  summary: 'Remove a report and its file',
  description: 'One that is being made is given up.',
  params: byId,
  responses: { 204: { description: 'It is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 80 },
  example: { params: { id: '{{reportId}}' } },
});
