// The credits and awards of members, on the paths that existing callers use (docs/interface/training.md#member-pages).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { dayRange, listBody, listPage, optionalDay, textList } from '../../../../shared/lists/list-body.ts';
import { day } from '../../records/training-record/entry-schemas.ts';

const reference = z.guid().toLowerCase();
const personParams = z.object({ personId: reference.meta({ description: 'The id of the person.' }) });
const TypeTotal = z.strictObject({ creditTypeId: z.uuid(), creditType: z.string(), credits: z.number() });

const peopleDescription =
  'Ids of people; everyone when empty. Other people than the caller need the permission training.credits.read.';
const shared = { area: 'training', tags: ['Member'] } as const;
// Earned credits are personal: a token is always required, whatever the tenant allows elsewhere.
const ownReadAccess = { permission: 'own', others: 'training.credits.read', token: 'required' } as const;

export const getParticipantCredits = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/registration/GetCreditsByParticipantId',
  summary: 'Get the credits of a participant',
  description: 'Credits of all time and of a fiscal year.',
  repeatable: true,
  body: z
    .object({
      id: reference.meta({ description: 'The id of the person.' }),
      fiscalYearDateRange: dayRange().meta({ description: "The tenant's current fiscal year by default." }),
    })
    .meta({ id: 'ParticipantCreditsRequest' }),
  responses: {
    200: {
      description: 'The totals.',
      body: z
        .strictObject({
          id: z.uuid(),
          totalCredits: z.number(),
          fiscalYearCredits: z.number(),
          fiscalYearDateRange: z.strictObject({ startDate: day.optional(), endDate: day.optional() }),
          creditTypes: z.array(TypeTotal.extend({ fiscalYearCredits: z.number() })),
        })
        .meta({ id: 'ParticipantCredits' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 3, readUnits: 4 },
  example: {
    body: {
      id: '{{personId}}',
      fiscalYearDateRange: { startDate: '2024-07-01', endDate: '2025-06-30' },
    },
  },
});

export const checkCreditsAvailable = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/registration/IsCreditsAvailableByParticipants',
  summary: 'Check whether participants earned credits',
  repeatable: true,
  body: z
    .object({
      participantsIds: textList().meta({ description: peopleDescription }),
      startDate: optionalDay(),
      endDate: optionalDay(),
    })
    .meta({ id: 'CreditsAvailableRequest' }),
  responses: { 200: { description: 'Whether any of them earned credits in the period.', body: z.boolean() } },
  access: ownReadAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { body: { participantsIds: [], startDate: '2024-07-01', endDate: '2025-06-30' } },
});

export const listMemberAwards = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Awards/AwardsCertificationsByPeople/{personId}',
  summary: 'List the awards and certifications of a person',
  repeatable: true,
  params: personParams,
  body: listBody(
    { name: ['awardname'], status: [], grantedDate: ['granteddate'] },
    { peopleId: z.string().max(200).nullish() },
  ).meta({ id: 'MemberAwardsRequest' }),
  responses: {
    200: {
      description: 'A page of awards.',
      body: listPage(
        z
          .strictObject({
            id: z.uuid().meta({ description: 'The id of the award.' }),
            name: z.string(),
            status: z
              .int()
              .meta({ description: '1 not started, 2 in progress, 4 earned, 5 awarded.', example: 5 }),
            statusName: z.string().meta({ example: 'Awarded' }),
            percentage: z.int(),
            certificationId: z.uuid().optional(),
            certificateNumber: z.string().optional(),
            grantedDate: day.optional(),
            expirationDate: day.optional().meta({ description: 'The last valid day.' }),
            isInGrace: z.boolean(),
            isExpired: z.boolean(),
            isRevoked: z.boolean(),
          })
          .meta({ id: 'MemberAward' }),
      ).meta({ id: 'MemberAwardPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 7, readUnits: 9 },
  example: {
    params: { personId: '{{personId}}' },
    body: { itemCount: 10, pageNumber: 1, sortBy: 'name', sortDirection: 'asc', filterBody: {} },
  },
});

const count = z.int().min(0);

export const getMemberStatistics = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awards/GetMemberStatistics/{personId}',
  summary: 'Get the statistics of a member',
  params: personParams,
  responses: {
    200: {
      description: 'The statistics.',
      body: z
        .strictObject({
          personId: z.uuid(),
          totalCredits: z.number(),
          fiscalYearCredits: z.number(),
          creditsByType: z.array(TypeTotal),
          coursesCompleted: count,
          awardsInProgress: count,
          awardsEarned: count.meta({
            description: 'All requirements are met, but the award is not granted yet.',
          }),
          awardsAwarded: count.meta({ description: 'Held, including those in grace.' }),
          awardsInGrace: count,
          awardsExpired: count,
        })
        .meta({ id: 'MemberStatistics' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 7, readUnits: 9 },
  example: { params: { personId: '{{personId}}' } },
});

export const checkPeopleRegistered = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/AwardsRegistration/CheckPeopleRegistered',
  summary: 'Check whether people are registered for an award',
  description: 'Whether any of the people is registered for an award or holds one.',
  repeatable: true,
  body: z
    .object({ peopleId: textList().meta({ description: peopleDescription }) })
    .meta({ id: 'PeopleRegisteredRequest' }),
  responses: { 200: { description: 'Whether any of them is.', body: z.boolean() } },
  access: ownReadAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { body: { peopleId: ['{{personId}}'] } },
});
