// Progress: a person's status for an award, what is missing, and when their certification lapses
// (docs/interface/training.md#progress).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { day } from '../training-record/entry-schemas.ts';
import { AwardProgress, CreditRequirement } from './schemas.ts';

const reference = z.guid().toLowerCase();
const personId = reference.meta({ description: 'The id of the person.' });
const awardId = reference.meta({ description: 'The id of the award.' });

const shared = {
  area: 'training',
  tags: ['Award progress'],
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'own', others: 'training.credits.read', token: 'required' },
} as const;

export const listAwardProgress = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Awards',
  summary: "List a person's progress towards their awards",
  description: 'The awards they registered for or were awarded, by name.',
  params: z.object({ personId }),
  responses: { 200: { description: 'Their progress.', body: z.array(AwardProgress) } },
  budget: { roundTrips: 7, readUnits: 8 },
  example: { params: { personId: '{{personId}}' } },
});

export const getAwardProgress = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Awards/{awardId}',
  summary: "Get a person's progress towards an award, and what is missing",
  params: z.object({ personId, awardId }),
  responses: { 200: { description: 'Their progress.', body: AwardProgress } },
  budget: { roundTrips: 5, readUnits: 8 },
  example: { params: { personId: '{{personId}}', awardId: '{{workedForAwardId}}' } },
});

export const getProjection = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Awards/{awardId}/Projection',
  summary: "Get the projection of a person's certification: when it lapses, and what is needed by then",
  params: z.object({ personId, awardId }),
  responses: {
    200: {
      description: 'The projection.',
      body: z
        .strictObject({
          awardId: z.uuid(),
          awardName: z.string(),
          state: AwardProgress.shape.state,
          percent: z.int(),
          lapsesOn: day
            .optional()
            .meta({ description: 'The last valid day; absent when it does not expire.' }),
          renewalOpensOn: day.optional(),
          renewBy: day
            .optional()
            .meta({ description: 'The last day of the grace period, or the last valid day.' }),
          canRenewNow: z.boolean(),
          creditsNeeded: z.array(CreditRequirement),
          lateClasses: z
            .array(z.strictObject({ classId: z.uuid(), sectionName: z.string(), endsOn: day }))
            .meta({
              description:
                'Classes with a live registration whose credits count for the renewal, and which end after the last valid day.',
            }),
          sentence: z.string().meta({
            example: 'Certified County Clerk lapses on 2027-03-31; it needs 4 more General credits by then.',
          }),
        })
        .meta({ id: 'AwardProjection' }),
    },
  },
  budget: { roundTrips: 7, readUnits: 14 },
  example: { params: { personId: '{{holderId}}', awardId: '{{heldAwardId}}' } },
});
