// Registrations for awards, from which credits count towards a certification
// (docs/interface/training.md#credits).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { callerByDefault, optionalOneOf } from '../../../../shared/http/lenient.ts';
import { ExperienceDeclaration, ExperienceDeclarationText } from '../../experience/experience-schemas.ts';
import { cursorHeaders, cursorQuery } from '../../listing/cursor-listing.ts';
import { PaymentBalance } from '../../payments/schemas.ts';
import { PriceView } from '../../prices/schemas.ts';
import { byId, ownReadAccess, reference, shared } from './access.ts';

const day = z.iso
  .date()
  .meta({ description: 'A day in the time zone of the tenant.', example: '2027-03-01' });

const statuses = ['PendingApproval', 'Active', 'Awarded', 'Denied', 'Withdrawn'] as const;

const AwardRegistration = z
  .strictObject({
    id: z.uuid(),
    personId: z.uuid(),
    personName: z.string(),
    awardId: z.uuid(),
    awardName: z.string(),
    status: z.enum(statuses),
    registrationType: z.enum(['Self', 'Manager', 'Admin']),
    justification: z.string().optional(),
    experienceDeclaration: ExperienceDeclaration.optional(),
    price: PriceView.optional().meta({ description: 'What payment was charged by, with discount and tax.' }),
    registeredDate: day.meta({ description: 'Credits count from this day on.' }),
    reason: z.string().optional().meta({ description: 'Why it was denied or withdrawn.' }),
    payment: PaymentBalance.optional().meta({
      description: 'What is owed. Absent for a registration that was made before the price was charged.',
    }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'AwardRegistration' });

const AwardRegistrationResponse = AwardRegistration.extend({
  message: z.string().meta({ description: 'What happened and what comes next.' }),
}).meta({ id: 'AwardRegistrationResponse' });

const AwardRegistrationRequest = z
  .object({
    awardId: reference.meta({ description: 'The award to work for.' }),
    memberId: callerByDefault(reference).meta({
      description: 'The person to register; the caller by default.',
    }),
    registrationType: z
      .enum(['Self', 'Manager', 'Admin'])
      .nullish()
      .transform((value) => value ?? 'Self')
      .meta({ description: 'Self by default.' }),
    justification: z.string().trim().max(1000).nullish(),
    experienceDeclaration: ExperienceDeclarationText,
    discountCode: z.string().trim().max(40).nullish().meta({
      description: 'A discount code; case, spaces and hyphens don’t matter.',
    }),
    overrideRules: z
      .boolean()
      .nullish()
      .meta({ description: 'Ignores missing prerequisites; only with registrationType Admin.' }),
  })
  .meta({ id: 'AwardRegistrationRequest' });

const Reason = z
  .object({ reason: z.string().trim().max(1000).nullish() })
  .meta({ id: 'AwardRegistrationDecision' });
const DenialReason = z
  .object({ reason: z.string().trim().min(1).max(1000) })
  .meta({ id: 'AwardRegistrationDenial' });

const decisionAccess = { permission: 'training.certifications.write', token: 'tenant' } as const;
/** Names and reasons are personal: reading them needs a token, whatever the tenant allows. */
const pendingReadAccess = { permission: 'training.certifications.write', token: 'required' } as const;

export const registerForAward = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/AwardsRegistration',
  summary: 'Register for an award',
  description:
    'The registration is PendingApproval when the award requires approval, otherwise Active. Credits count from the day of registration. The price of the award is charged. Registering another person needs the permission of the registrationType: Manager needs RegisterMembersfromOwnOrganization (for members of the same organization) unless the caller is the person’s manager, Admin needs OverrideRegistration.',
  selfAs: 'memberId',
  body: AwardRegistrationRequest,
  responses: {
    201: {
      description: 'The registration.',
      body: AwardRegistrationResponse,
      headers: { Location: 'The address of the registration.' },
    },
  },
  refuses: ['ALREADY_REGISTERED', 'NOT_ELIGIBLE', 'DISCOUNT_NOT_VALID', 'RATE_LIMIT_EXCEEDED'],
  access: { permission: 'own', others: 'OverrideRegistration', token: 'tenant' },
  also: ['RegisterMembersfromOwnOrganization'],
  budget: { roundTrips: 7, readUnits: 9, writeUnits: 26 },
  example: {
    body: {
      awardId: '{{earnedAwardId}}',
      memberId: '{{personId}}',
      registrationType: 'Admin',
      justification: 'Elected in November; takes office in January.',
    },
  },
});

export const getAwardRegistration = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/AwardsRegistration/{id}',
  summary: 'Get an award registration',
  params: byId,
  responses: { 200: { description: 'The registration.', body: AwardRegistration } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 3, readUnits: 5 },
  example: { params: { id: '{{awardRegistrationId}}' } },
});

export const listPendingAwardRegistrations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/AwardsRegistration/Pending',
  summary: 'List pending award registrations',
  description: 'Registrations that await approval, the oldest first.',
  query: z.object(cursorQuery),
  responses: {
    200: {
      description: 'A page of registrations.',
      body: z.array(AwardRegistration),
      headers: cursorHeaders,
    },
  },
  access: pendingReadAccess,
  budget: { roundTrips: 3, readUnits: 5 },
  example: { query: { pageSize: 10 } },
});

export const listAwardRegistrations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awards/{id}/Registrations',
  summary: 'List the registrations for an award',
  description: 'Everybody who registered for the award, by status. Each page costs the same.',
  params: z.object({ id: reference.meta({ description: 'The id of the award.' }) }),
  query: z.object({
    status: optionalOneOf(statuses).meta({ description: 'Only this status; letter case is ignored.' }),
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'A page of registrations.',
      body: z.array(AwardRegistration),
      headers: cursorHeaders,
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'training.credits.read', token: 'required' },
  budget: { roundTrips: 3, readUnits: 8 },
  example: { params: { id: '{{workedForAwardId}}' }, query: { status: 'Active', pageSize: 10 } },
});

export const listAwardRegistrationsOfPerson = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/AwardRegistrations',
  summary: 'List the award registrations of a person',
  params: z.object({ personId: reference.meta({ description: 'The id of the person.' }) }),
  responses: { 200: { description: 'Their registrations.', body: z.array(AwardRegistration) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownReadAccess,
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { personId: '{{personId}}' } },
});

const decision = {
  ...shared,
  method: 'POST',
  params: byId,
  responses: { 200: { description: 'The registration.', body: AwardRegistration } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 8, readUnits: 9, writeUnits: 23 },
} as const;

export const approveAwardRegistration = endpoint({
  ...decision,
  path: '/api/v1/AwardsRegistration/{id}/Approve',
  summary: 'Approve an award registration',
  refuses: [...decision.refuses, 'NOT_ELIGIBLE'],
  body: Reason,
  access: decisionAccess,
  example: { params: { id: '{{pendingAwardRegistrationId}}' }, body: {} },
});

export const denyAwardRegistration = endpoint({
  ...decision,
  path: '/api/v1/AwardsRegistration/{id}/Deny',
  summary: 'Deny an award registration',
  body: DenialReason,
  access: decisionAccess,
  example: {
    params: { id: '{{pendingAwardRegistrationId}}' },
    body: { reason: 'The program is for county clerks.' },
  },
});

export const withdrawAwardRegistration = endpoint({
  ...decision,
  path: '/api/v1/AwardsRegistration/{id}/Withdraw',
  summary: 'Withdraw an award registration',
  body: Reason,
  access: { permission: 'own', others: 'training.certifications.write', token: 'tenant' },
  example: {
    params: { id: '{{pendingAwardRegistrationId}}' },
    body: { reason: 'Has changed to another department.' },
  },
});
