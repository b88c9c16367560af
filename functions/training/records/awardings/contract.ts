// Runs that award an award to everybody who is registered for it (docs/interface/training.md#awarding-many-people).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalOneOf } from '../../../../shared/http/lenient.ts';
import { cursorHeaders, cursorQuery } from '../../listing/cursor-listing.ts';
import { awardRefusal } from '../training-record/certification-schemas.ts';
import { day, reference } from '../training-record/entry-schemas.ts';
import { awardingStatuses } from './awarding.ts';
import { awardingOutcomes } from './results.ts';

const Awarding = z
  .strictObject({
    id: z.uuid(),
    awardId: z.uuid(),
    awardName: z.string(),
    isPreview: z.boolean().meta({ description: 'Whether it only says who would get the award.' }),
    completedDate: day.optional(),
    status: z.enum(awardingStatuses),
    examined: z.int().meta({ description: 'About how many people it has decided.' }),
    awarded: z.int().meta({ description: 'In a preview, how many would get it.' }),
    refused: z.int(),
    failure: z
      .strictObject({
        reason: z.string(),
        personId: z
          .string()
          .meta({ description: 'About whom it could not decide; blank when nobody was read.' }),
      })
      .optional()
      .meta({ description: 'Why it failed. It can be resumed.' }),
    createdDate: z.iso.datetime(),
    finishedDate: z.iso.datetime().optional(),
  })
  .meta({ id: 'Awarding' });

const AwardingResult = z
  .strictObject({
    personId: z.uuid(),
    personName: z.string().optional(),
    isAwarded: z.boolean().meta({ description: 'In a preview, whether they would get it.' }),
    certificationId: z.uuid().optional().meta({ description: 'Absent in a preview.' }),
    certificateNumber: z.string().optional().meta({ description: 'Absent in a preview.' }),
    validThrough: day.optional(),
    error: awardRefusal.optional(),
  })
  .meta({ id: 'AwardingResult' });

const byId = z.object({ id: reference.meta({ description: 'The id of the run.' }) });
const shared = { area: 'training', tags: ['Certifications'], refuses: ['RESOURCE_NOT_FOUND'] } as const;
const access = { permission: 'training.certifications.write', token: 'required' } as const;
const example = { params: { id: '{{awardingId}}' } } as const;

export const startAwarding = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Awards/{id}/Awardings',
  summary: 'Award everybody who is registered for an award, in the background',
  description:
    'Everybody with an active registration, however many: who meets all requirements gets the certification, who does not is refused with everything that is missing. It begins within a minute and decides about each person once; read its progress at the address in Location. Whoever started it is notified of its end. With preview it only says who would get it.',
  params: z.object({ id: reference.meta({ description: 'The id of the award.' }) }),
  body: z
    .object({
      preview: z.boolean().nullish().meta({ description: 'Default: false.' }),
      completedDate: z.iso.date().nullish().meta({
        description: 'The day it is awarded; must not be in the future. Default: the day on which it is.',
      }),
    })
    .meta({ id: 'AwardingRequest' }),
  responses: {
    202: {
      description: 'The run, which has begun.',
      body: Awarding,
      headers: { Location: 'The address of the run.' },
    },
  },
  access,
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 18 },
  example: { params: { id: '{{earnedAwardId}}' }, body: { preview: true } },
});

export const getAwarding = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awardings/{id}',
  summary: 'Get the progress of a run that awards many people',
  params: byId,
  responses: { 200: { description: 'The run.', body: Awarding } },
  access,
  budget: { roundTrips: 3, readUnits: 6 },
  example,
});

export const listAwardingResults = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awardings/{id}/Results',
  summary: 'List what a run decided about each person',
  description: 'Those who got the award, then those who did not, each by name. Each page costs the same.',
  params: byId,
  query: z.object({
    outcome: optionalOneOf(awardingOutcomes).meta({
      description: 'Only those who got the award, or only those who did not; letter case is ignored.',
    }),
    ...cursorQuery,
  }),
  responses: {
    200: { description: 'A page of results.', body: z.array(AwardingResult), headers: cursorHeaders },
  },
  access,
  budget: { roundTrips: 3, readUnits: 8 },
  example: { ...example, query: { pageSize: 10 } },
});

export const cancelAwarding = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Awardings/{id}/Cancel',
  summary: 'Cancel a run that awards many people',
  description: 'Who has got the award keeps it.',
  params: byId,
  body: z.object({}).meta({ id: 'AwardingCancellation' }),
  responses: { 200: { description: 'The cancelled run.', body: Awarding } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access,
  ifMatch: 'ignored',
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 4 },
  example: { params: { id: '{{runningAwardingId}}' }, body: {} },
});

export const resumeAwarding = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Awardings/{id}/Resume',
  summary: 'Resume a run that failed',
  description:
    'It goes on with the person about whom it failed, and decides about nobody again. With skip that person is left out: the result says so.',
  params: byId,
  body: z
    .object({
      skip: z
        .boolean()
        .nullish()
        .meta({ description: 'Leaves out the person about whom it failed. Default: false.' }),
    })
    .meta({ id: 'AwardingResumption' }),
  responses: { 200: { description: 'The run, which goes on.', body: Awarding } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access,
  ifMatch: 'ignored',
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 8 },
  example: { params: { id: '{{failedAwardingId}}' }, body: {} },
});
