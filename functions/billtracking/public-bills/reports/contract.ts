// Capitol reports for existing callers, who send no api-version header
// (docs/interface/billtracking.md#public-reports).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const shared = {
  area: 'billtracking',
  method: 'GET',
  tags: ['Capitol Reports'],
  apiVersion: 'optional',
} as const;

export const listReportTypes = endpoint({
  ...shared,
  access: { permission: 'billtracking.reports.read', token: 'tenant' },
  path: '/api/1.0/legislative/bills/report/public-dashboard/getAllReportType',
  summary: 'List the types of capitol reports',
  responses: {
    200: {
      description: 'The types by code.',
      body: z.array(
        z.strictObject({ reportTypeMasterId: z.int(), name: z.string() }).meta({ id: 'ReportTypeMaster' }),
      ),
    },
  },
  budget: { roundTrips: 2, readUnits: 4, writeUnits: 2 },
  example: {},
});

export const listReportsByType = endpoint({
  ...shared,
  access: { permission: 'billtracking.reports.read', token: 'tenant' },
  path: '/api/1.0/legislative/bills/report/public-dashboard/getReportByReportTypeId/{id}',
  summary: 'List the capitol reports of a type',
  description: 'Only callers with a token get the names of reports; the list is empty for all others.',
  params: z.object({
    id: z.coerce
      .number()
      .int()
      .min(0)
      .max(999_999)
      .meta({ description: 'The code of the type.', example: 4 }),
  }),
  responses: {
    200: {
      description: 'The reports, the latest first.',
      body: z.array(
        z.strictObject({ billReportId: z.uuid(), billReportName: z.string() }).meta({ id: 'BillReport' }),
      ),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 2 },
  example: { params: { id: '4' } },
});
