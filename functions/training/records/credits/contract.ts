// Credits: granted manually, by import and by attendance; voided, never deleted; summed in transcripts.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { reference, VoidRequest } from '../training-record/entry-schemas.ts';
import { Credit, CreditImportRequest, CreditImportResult, CreditRequest, Transcript } from './schemas.ts';

const byId = z.object({ id: reference.meta({ description: 'The id of the credits.' }) });
const ofPerson = z.object({ personId: reference.meta({ description: 'The id of the person.' }) });

const shared = { area: 'training', tags: ['Credits'] } as const;
const writeAccess = { permission: 'training.credits.write', token: 'tenant' } as const;
const ownAccess = { permission: 'own', others: 'training.credits.read', token: 'required' } as const;

export const grantCredits = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Credits',
  summary: 'Grant credits to a person',
  description:
    'Credits of a course that gave the person credits within its period are refused, unless an administrator overrides the rule.',
  body: CreditRequest,
  responses: {
    201: {
      description: 'The credits.',
      body: Credit,
      headers: { Location: 'The address of the credits.' },
    },
  },
  refuses: ['NOT_ELIGIBLE'],
  access: writeAccess,
  also: ['OverrideRegistration'],
  budget: { roundTrips: 6, readUnits: 9, writeUnits: 12 },
  example: {
    body: {
      personId: '{{personId}}',
      creditTypeId: '{{creditTypeId}}',
      credits: 1.5,
      note: 'Spoke on budget oversight at the winter conference.',
    },
  },
});

export const getCredit = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Credits/{id}',
  summary: 'Get a credit',
  params: byId,
  responses: { 200: { description: 'The credits.', body: Credit } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 3, readUnits: 5 },
  example: { params: { id: '{{creditId}}' } },
});

export const voidCredit = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Credits/{id}/Void',
  summary: 'Void credits with a reason',
  description: 'Voided credits stay on record, are marked as voided, and do not count.',
  params: byId,
  body: VoidRequest,
  responses: { 200: { description: 'The voided credits.', body: Credit } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 10 },
  example: { params: { id: '{{creditId}}' }, body: { reason: 'Entered twice.' } },
});

export const importCredits = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Credits/Import',
  summary: 'Import up to 200 credits',
  description:
    'Each row is granted, was already granted (its externalId is known), or is refused with its problems; rows do not affect each other. With validateOnly the outcomes are those that the rows would have. An interrupted import can be sent again. Nobody is notified.',
  body: CreditImportRequest,
  responses: { 200: { description: 'The outcome of each row.', body: CreditImportResult } },
  access: writeAccess,
  also: ['OverrideRegistration'],
  dryRun: 'verdicts',
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 7 },
  example: {
    body: {
      rows: [
        {
          externalId: 'lms-2025-00417',
          personId: '{{personId}}',
          creditTypeId: '{{creditTypeId}}',
          credits: 2,
          earnedDate: '2025-03-12',
          note: 'Online module on public records.',
        },
      ],
    },
  },
});

export const getTranscript = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Transcript',
  summary: "Get a person's transcript: all credits and completions with totals",
  description:
    'The latest first. Totals by type cover all time and each fiscal year of the tenant; credits and completions are those of the requested period, including voided ones, which are marked.',
  params: ofPerson,
  query: z.object({
    fiscalYear: z.coerce
      .number()
      .int()
      .min(1900)
      // The year in which it ends must have four digits, like the years of days.
      .max(9998)
      .optional()
      .meta({
        description:
          'The fiscal year that begins in this calendar year; not together with startDate or endDate.',
        example: 2026,
      }),
    startDate: z.iso.date().optional().meta({ description: 'Earned or completed on this day or later.' }),
    endDate: z.iso.date().optional().meta({ description: 'Earned or completed on this day or before.' }),
  }),
  responses: { 200: { description: 'The transcript.', body: Transcript } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { personId: '{{personId}}' } },
});
