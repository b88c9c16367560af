// Certifications: awards given to people, for a time; renewed, revoked, and judged anew when the rules have changed.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { cursorHeaders, cursorQuery } from '../../cursor-listing.ts';
import { Certification, CertificationDetail, day } from './schemas.ts';

const reference = z.guid().toLowerCase();

const overrideFields = {
  override: z
    .boolean()
    .nullish()
    .meta({ description: 'Although something is missing; needs OverrideRegistration and a reason.' }),
  reason: z.string().trim().max(1000).nullish().meta({ description: 'Why it is overridden.' }),
} as const;

const CertificationRequest = z
  .object({
    awardId: reference,
    personId: reference,
    completedDate: z.iso
      .date()
      .nullish()
      .meta({ description: 'The day it is awarded and holds from; today unless told, never later.' }),
    ...overrideFields,
  })
  .meta({ id: 'CertificationRequest' });
const RenewalRequest = z.object(overrideFields).meta({ id: 'CertificationRenewalRequest' });
const RevocationRequest = z
  .object({ reason: z.string().trim().min(1).max(1000) })
  .meta({ id: 'CertificationRevocationRequest' });

const ReevaluatedCertification = z
  .strictObject({
    certificationId: z.uuid(),
    personId: z.uuid(),
    personName: z.string(),
    before: z.strictObject({ validThrough: day.optional(), graceThrough: day.optional() }),
    after: z.strictObject({ validThrough: day.optional(), graceThrough: day.optional() }),
    isHeldBefore: z.boolean(),
    isHeldAfter: z.boolean().meta({ description: 'Whether it is still held today by the present rules.' }),
    missing: z
      .string()
      .meta({ description: 'What the present curriculum asks for beyond; empty for nothing.' }),
  })
  .meta({ id: 'ReevaluatedCertification' });

const byId = z.object({ id: reference.meta({ description: 'The id of the certification.' }) });
const shared = { area: 'training', tags: ['Certifications'] } as const;
const writeAccess = { permission: 'training.certifications.write', token: 'tenant' } as const;
const ownAccess = { permission: 'own', others: 'training.credits.read', token: 'required' } as const;
const locationHeader = { Location: 'The address of the certification.' } as const;

export const awardCertification = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Certifications',
  summary: 'Award a certification to a person',
  description:
    'The person must have an active registration for the award and everything its curriculum asks for; what is missing is told. The rules it was judged by are kept with it: a later change of the award or its curriculum does not touch it.',
  body: CertificationRequest,
  responses: {
    201: { description: 'The certification.', body: CertificationDetail, headers: locationHeader },
  },
  refuses: ['NOT_ELIGIBLE', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 44 },
  example: {
    body: {
      awardId: '{{earnedAwardId}}',
      personId: '{{earnerId}}',
    },
  },
});

export const renewCertification = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Certifications/{id}/Renew',
  summary: 'Renew a certification',
  description:
    'From some days before its last valid day (a setting) until the end of grace, by credits earned since it holds. Renewed in time, the new one continues where the old one ends; renewed in grace, it holds from today.',
  params: byId,
  body: RenewalRequest,
  responses: {
    201: { description: 'The new certification.', body: CertificationDetail, headers: locationHeader },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'NOT_ELIGIBLE', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 32 },
  example: {
    params: { id: '{{renewableCertificationId}}' },
    body: {},
  },
});

export const revokeCertification = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Certifications/{id}/Revoke',
  summary: 'Revoke a certification',
  params: byId,
  body: RevocationRequest,
  responses: { 200: { description: 'The certification as it is now.', body: CertificationDetail } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 7, writeUnits: 32 },
  example: {
    params: { id: '{{certificationId}}' },
    body: { reason: 'Resigned from office.' },
  },
});

export const getCertification = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Certifications/{id}',
  summary: 'Get one certification with the rules it was judged by',
  params: byId,
  responses: { 200: { description: 'The certification.', body: CertificationDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 3, readUnits: 5 },
  example: { params: { id: '{{certificationId}}' } },
});

export const listCertifications = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Certifications',
  summary: 'List certifications by their last valid day',
  description:
    'Those that were neither revoked nor renewed, the first to end first and those without an end last. Follow the address that Link names as next.',
  query: z.object({
    expiringFrom: z.iso.date().optional().meta({ description: 'The last valid day is this one or later.' }),
    expiringBefore: z.iso.date().optional().meta({ description: 'The last valid day is before this one.' }),
    ...cursorQuery,
  }),
  responses: {
    200: { description: 'A page of certifications.', body: z.array(Certification), headers: cursorHeaders },
  },
  access: { permission: 'training.credits.read', token: 'required' },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { query: { expiringBefore: '2099-01-01', pageSize: 10 } },
});

export const listCertificationsOfPerson = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Certifications',
  summary: "List a person's certifications",
  params: z.object({ personId: reference.meta({ description: 'The id of the person.' }) }),
  responses: { 200: { description: 'Their certifications.', body: z.array(Certification) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: ownAccess,
  budget: { roundTrips: 3, readUnits: 4 },
  example: { params: { personId: '{{holderId}}' } },
});

export const reevaluateAward = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Awards/{id}/Reevaluate',
  summary: 'Judge those who hold an award by its present rules',
  description:
    'Shows whose days would change, and what the present curriculum asks for beyond what they have; with apply, changes the days. A page of holders at a time: send nextCursor to go on. Nobody is revoked.',
  params: z.object({ id: reference.meta({ description: 'The id of the award.' }) }),
  body: z
    .object({
      apply: optionalBoolean().meta({ description: 'False unless told: only a preview.' }),
      cursor: z.string().max(2000).nullish().meta({ description: 'The nextCursor of the page before.' }),
    })
    .meta({ id: 'ReevaluationRequest' }),
  responses: {
    200: {
      description: 'The certifications of a page of holders that change.',
      body: z
        .strictObject({
          isApplied: z.boolean(),
          examined: z.int().meta({ description: 'How many holders were looked at on this page.' }),
          changes: z.array(ReevaluatedCertification),
          nextCursor: z.string().nullable().meta({ description: 'Where to go on; null at the end.' }),
        })
        .meta({ id: 'Reevaluation' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 9, readUnits: 15, writeUnits: 2 },
  example: { params: { id: '{{heldAwardId}}' }, body: { apply: false } },
});
