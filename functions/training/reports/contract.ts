// Reports: requested, made at once or in the background, stored, and downloaded by links that expire.
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, pageQuery } from '../listing/listing.ts';
import { formatNames, reportNames, reportParameters } from './definition/parameters.ts';

const format = z.enum(formatNames).meta({ description: 'The file format.' });

/** The request for a report: the report's name decides the parameters. */
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
    z.object({ report: z.literal('Journal'), format, parameters: reportParameters.Journal.prefault({}) }),
    z.object({
      report: z.literal('InvoiceAgeing'),
      format,
      parameters: reportParameters.InvoiceAgeing.prefault({}),
    }),
    z.object({ report: z.literal('CEBrokerRoster'), format, parameters: reportParameters.CEBrokerRoster }),
    z.object({ report: z.literal('NASBACredits'), format, parameters: reportParameters.NASBACredits }),
    z.object({ report: z.literal('BoardCredits'), format, parameters: reportParameters.BoardCredits }),
  ])
  .meta({ id: 'ReportRequest' });

/** A requested report. */
export const ReportJob = z
  .strictObject({
    id: z.uuid(),
    reportName: z.string().meta({ example: 'Class roster' }),
    report: z.enum([...reportNames, 'Certificates']),
    format,
    status: z.enum(['inprogress', 'success', 'failed']).meta({
      description: 'inprogress until the file is ready (success) or the report was given up (failed).',
    }),
    progress: z.strictObject({
      percent: z.int().min(0).max(100),
      rows: z.int().min(0).meta({ description: 'The number of rows so far.' }),
    }),
    subject: z.string().optional().meta({ description: 'What the report is about.' }),
    parameters: z.record(z.string(), z.unknown()).meta({ description: 'The parameters of the request.' }),
    reportLink: z.string().optional().meta({
      description:
        'The address of the file: valid for an hour, for anyone who has it, without any header. Each read of the report returns a new address; there is none before the file is ready or after keptUntil.',
    }),
    linkExpires: z.iso.datetime().optional(),
    reason: z.string().optional().meta({ description: 'Why the report failed.' }),
    createdDate: z.iso
      .datetime()
      .meta({ description: 'When the report was requested; it contains the data of this moment.' }),
    completedDate: z.iso.datetime().optional(),
    keptUntil: z.iso.datetime().optional().meta({ description: 'Until when the file is stored.' }),
    links: z.strictObject({
      self: z.string().meta({ description: 'The address of the report.' }),
      file: z.string().optional().meta({ description: 'Same as reportLink.' }),
    }),
  })
  .meta({ id: 'ReportJob', description: 'A requested report and its progress.' });

const ReportKind = z
  .strictObject({
    report: z.enum(reportNames),
    title: z.string(),
    description: z.string(),
    formats: z.array(format),
    parameters: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The parameters, as JSON Schema (2020-12).' }),
    columns: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        kind: z.enum(['text', 'number', 'money', 'date', 'id']),
      }),
    ),
  })
  .meta({ id: 'ReportKind', description: 'A kind of report.' });

const shared = { area: 'training', tags: ['Reports'] } as const;
const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the report.' }) });
/** The caller's own reports, or all with the permission; the handler decides. */
const ownAccess = { permission: 'own', others: 'training.reports.read', token: 'required' } as const;
const Location = { Location: 'The address of the report.' } as const;

export const requestReport = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Reports',
  summary: 'Request a report',
  description:
    'A small report is ready at once (201). A larger one is made in the background (202): get the report again until its status is success or failed. Everyone can request reports about themselves, such as CreditsByPerson with their own id in personIds; other reports require training.reports.read.',
  body: ReportRequest,
  responses: {
    201: { description: 'The report is ready.', body: ReportJob, headers: Location },
    202: { description: 'The report is being made.', body: ReportJob, headers: Location },
  },
  access: ownAccess,
  budget: { roundTrips: 12, readUnits: 10, writeUnits: 80 },
  example: { body: { report: 'ClassRoster', format: 'pdf', parameters: { classId: '{{classId}}' } } },
});

export const listReports = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Reports/List',
  summary: 'List the reports of the caller',
  description: 'Newest first.',
  query: z.object(pageQuery),
  responses: { 200: { description: 'A page of reports.', body: z.array(ReportJob), headers: listHeaders } },
  access: { permission: 'own', token: 'required' },
  budget: { roundTrips: 4, readUnits: 6 },
  example: { query: { page: 1, pageSize: 10 } },
});

export const listReportKinds = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Reports/Kinds',
  summary: 'List kinds of reports',
  responses: { 200: { description: 'Every kind of report with its parameters.', body: z.array(ReportKind) } },
  access: { permission: 'own', token: 'required' },
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const getReport = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Reports/{id}',
  summary: 'Get a report, its progress and download link',
  params: byId,
  responses: { 200: { description: 'The report.', body: ReportJob } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  also: ['crm.emails.read'],
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { id: '{{reportId}}' } },
});

export const deleteReport = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Reports/{id}',
  summary: 'Delete a report and its file',
  description: 'A report that is being made is stopped.',
  params: byId,
  responses: { 204: { description: 'The report is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 80 },
  example: { params: { id: '{{reportId}}' } },
});
