// The fiscal year, by which totals are counted.
import * as z from 'zod';
import { fiscalYearStart } from '../../../../shared/auth/access/tenant-fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { reading, writing } from '../endpoints.ts';

const FiscalYear = z
  .strictObject({
    fiscalYearStart: z.string().meta({ example: '07-01' }),
    currentYear: z.strictObject({ startDate: z.iso.date(), endDate: z.iso.date() }).meta({
      description: "The current fiscal year in the tenant's time zone, first and last day included.",
    }),
    timeZone: z.string(),
  })
  .meta({ id: 'FiscalYearSettings' });

export const getFiscalYear = endpoint({
  ...reading,
  path: '/api/v1/Settings/FiscalYear',
  summary: 'Get the fiscal year',
  responses: { 200: { description: 'The fiscal year.', body: FiscalYear } },
  budget: { roundTrips: 1, readUnits: 3 },
});

export const updateFiscalYear = endpoint({
  ...writing,
  path: '/api/v1/Settings/FiscalYear',
  summary: 'Update the start of the fiscal year',
  description: 'From then on, totals by fiscal year are computed with the new start. The change is audited.',
  body: z.object({ fiscalYearStart }).meta({ id: 'FiscalYearRequest' }),
  responses: { 200: { description: 'The updated fiscal year.', body: FiscalYear } },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { fiscalYearStart: '10-01' } },
});
