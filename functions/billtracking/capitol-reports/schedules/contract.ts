// Reports on a schedule, mailed as a link (docs/interface/billtracking.md#scheduled-reports).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { integerWithDefault } from '../../../../shared/http/lenient.ts';
import { successEnvelope } from '../../envelopes.ts';
import { MAX_SCHEDULES } from './schedule.ts';
import { Schedule, ScheduleChange, ScheduleRequest, ScheduleRunPage } from './schemas.ts';

const shared = { area: 'billtracking', tags: ['Capitol Reports'] } as const;
const reading = { permission: 'billtracking.reports.read', token: 'required' } as const;
const writing = { permission: 'billtracking.reports.write', token: 'required' } as const;
const path = '/api/1.0/CapitolReport/schedule';
const params = z.object({
  id: z.guid().toLowerCase().meta({ description: 'The id of the scheduled report.' }),
});
const one = { description: 'The scheduled report.', body: successEnvelope(Schedule) } as const;
const example = { params: { id: '{{reportScheduleId}}' } } as const;

export const createReportSchedule = endpoint({
  ...shared,
  method: 'POST',
  path,
  summary: 'Schedule a capitol report',
  description: `The report is made at each time of its schedule and mailed to its recipients as a link. At most ${MAX_SCHEDULES} scheduled reports.`,
  body: ScheduleRequest,
  responses: { 201: { ...one, headers: { Location: 'The URL of the scheduled report.' } } },
  refuses: ['CONFLICT'],
  access: writing,
  budget: { roundTrips: 8, readUnits: 30, writeUnits: 20 },
  example: {
    body: {
      name: 'Friday report',
      reportType: 4,
      stateId: 53,
      schedule: { frequency: 'weekly', weekday: 5, hour: 16 },
      recipientIds: ['{{reportRecipientId}}'],
    },
  },
});

export const listReportSchedules = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'List scheduled capitol reports',
  description: 'All of them, the oldest first, each with its last run.',
  responses: { 200: { description: 'The scheduled reports.', body: successEnvelope(z.array(Schedule)) } },
  access: reading,
  budget: { roundTrips: 4, readUnits: 60, writeUnits: 2 },
  example: {},
});

export const getReportSchedule = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a scheduled capitol report',
  params,
  responses: { 200: one },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: reading,
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 2 },
  example,
});

export const updateReportSchedule = endpoint({
  ...shared,
  method: 'PUT',
  path: `${path}/{id}`,
  summary: 'Update a scheduled capitol report',
  description: 'Send the ETag as If-Match to prevent lost updates.',
  params,
  body: ScheduleChange,
  responses: { 200: one },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writing,
  budget: { roundTrips: 8, readUnits: 20, writeUnits: 7 },
  example: { ...example, body: { isPaused: true } },
});

export const deleteReportSchedule = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a scheduled capitol report',
  description: 'The links in its mails end with it. The reports that it made stay.',
  params,
  responses: { 204: { description: 'It is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writing,
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 14 },
  example,
});

export const revokeReportLinks = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/{id}/revoke-links`,
  summary: 'Revoke the links of a scheduled capitol report',
  description: 'None of the links that were mailed until now works any more; later mails have new ones.',
  params,
  responses: { 200: one },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writing,
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 7 },
  example,
});

export const listReportScheduleRuns = endpoint({
  ...shared,
  method: 'GET',
  path: `${path}/{id}/runs`,
  summary: 'List the runs of a scheduled capitol report',
  description: 'The latest first. Runs are stored for 180 days.',
  params,
  query: z.object({
    limit: integerWithDefault(20, 1, 100).meta({ description: 'Entries per page, 1 to 100.' }),
    cursor: z.string().min(1).max(2000).optional().meta({ description: 'The `next` of the previous page.' }),
  }),
  responses: {
    200: {
      description: 'A page of runs, with the cursor of the next.',
      body: successEnvelope(ScheduleRunPage),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: reading,
  budget: { roundTrips: 4, readUnits: 10, writeUnits: 2 },
  example,
});
