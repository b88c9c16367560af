// Certifications: awards that people hold; awarded, renewed, revoked, and re-evaluated when the rules have changed.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { pendingCount, pendingMark } from '../../../../shared/http/rows.ts';
import { cursorHeaders, cursorQuery } from '../../listing/cursor-listing.ts';
import {
  awardRefusal,
  Certification,
  CertificationDetail,
} from '../training-record/certification-schemas.ts';
import { certificationStatuses } from '../training-record/certification-status.ts';
import { day } from '../training-record/entry-schemas.ts';

const reference = z.guid().toLowerCase();

const overrideFields = {
  override: z.boolean().nullish().meta({
    description:
      'Awards or renews although requirements are missing, and is recorded with what it waives; needs the permission OverrideRegistration and a reason.',
  }),
  reason: z.string().trim().max(1000).nullish().meta({ description: 'The reason for the override.' }),
} as const;

const CertificationRequest = z
  .object({
    awardId: reference,
    personId: reference,
    completedDate: z.iso.date().nullish().meta({
      description:
        'The day it is awarded and valid from. Default: today; must not be in the future, nor before the day on which the last requirement was met, without an override.',
    }),
    ...overrideFields,
  })
  .meta({ id: 'CertificationRequest' });
const RenewalRequest = z.object(overrideFields).meta({ id: 'CertificationRenewalRequest' });
const RevocationRequest = z
  .object({
    reason: z.string().trim().min(1).max(1000),
    dependents: z.enum(['revoke', 'keep']).nullish().meta({
      description:
        'What becomes of certifications that were built on this one: its renewals, and those whose award requires it. revoke, the default, ends them too; keep leaves them as they are. With validateOnly the answer lists them, and nothing changes.',
    }),
  })
  .meta({ id: 'CertificationRevocationRequest' });

const DependentCertification = z
  .strictObject({
    certificationId: z.uuid(),
    awardId: z.uuid(),
    awardName: z.string(),
    certificateNumber: z.string(),
    standing: z.enum(certificationStatuses).meta({ description: 'Before the revocation.' }),
    validFrom: day,
    validThrough: day.optional(),
    basis: z.enum(['Renewal', 'Prerequisite']),
    basedOn: z.uuid().meta({ description: 'The certification that it renews, or that its award requires.' }),
  })
  .meta({ id: 'DependentCertification' });

const RevokedCertification = CertificationDetail.extend({
  endedDependents: z.array(DependentCertification).meta({ description: 'Those that were revoked with it.' }),
  keptDependents: z
    .array(DependentCertification)
    .meta({ description: 'Those that were built on it and stay.' }),
}).meta({ id: 'RevokedCertification' });

const ReevaluatedCertification = z
  .strictObject({
    certificationId: z.uuid(),
    personId: z.uuid(),
    personName: z.string(),
    before: z.strictObject({ validThrough: day.optional(), graceThrough: day.optional() }),
    after: z.strictObject({ validThrough: day.optional(), graceThrough: day.optional() }),
    isHeldBefore: z.boolean(),
    isHeldAfter: z.boolean().meta({ description: 'Whether it is held today by the current rules.' }),
    missing: z.string().meta({
      description:
        'What the current curriculum requires in addition, as text; empty when nothing is missing.',
    }),
  })
  .meta({ id: 'ReevaluatedCertification' });

/** The most people whom one request awards. */
export const maxAwarded = 100;

const BulkAwardingRequest = z
  .object({
    awardId: reference,
    personIds: z
      .array(reference)
      .min(1)
      .max(maxAwarded)
      .nullish()
      .meta({ description: 'Whom to award it to; without them a page of those who are registered for it.' }),
    completedDate: z.iso.date().nullish().meta({ description: 'The day it is awarded. Default: today.' }),
    cursor: z.string().max(2000).nullish().meta({ description: 'The nextCursor of the previous page.' }),
  })
  .meta({ id: 'BulkAwardingRequest' });

export const AwardingResult = z
  .strictObject({
    awarded: z.int(),
    refused: z.int(),
    pending: pendingCount,
    results: z.array(
      z.strictObject({
        personId: z.string(),
        isPending: pendingMark,
        personName: z.string().optional(),
        isAwarded: z.boolean().meta({ description: 'In a dry run, whether it would be.' }),
        certificationId: z.uuid().optional().meta({ description: 'Absent in a dry run.' }),
        certificateNumber: z.string().optional().meta({ description: 'Absent in a dry run.' }),
        validThrough: day.optional(),
        error: awardRefusal.optional(),
      }),
    ),
    nextCursor: z.string().nullable().meta({
      description: 'The cursor of the next page of registrants; null on the last page and for a list.',
    }),
  })
  .meta({ id: 'BulkAwardingResult', description: 'In the order of the request, each person once.' });

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
    'The person must have an active registration for the award and meet all requirements of its curriculum; the error lists what is missing. The rules are stored with the certification: a later change of the award or its curriculum does not affect it.',
  body: CertificationRequest,
  responses: {
    201: { description: 'The certification.', body: CertificationDetail, headers: locationHeader },
  },
  refuses: ['NOT_ELIGIBLE', 'CONFLICT'],
  access: writeAccess,
  also: ['OverrideRegistration'],
  budget: { roundTrips: 6, readUnits: 10, writeUnits: 44 },
  example: {
    body: {
      awardId: '{{earnedAwardId}}',
      personId: '{{earnerId}}',
    },
  },
});

export const awardInBulk = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Certifications/Bulk',
  summary: 'Award a certification to many people',
  description:
    'To up to 100 people, or to those with an active registration, 50 a page. Each is awarded or refused separately, with everything that is missing; with validateOnly the result says who would get it, who not, and why. When an interrupted request is sent again with the same Idempotency-Key, it continues where it stopped; without one, who has it already is refused.',
  body: BulkAwardingRequest,
  responses: { 200: { description: 'The outcome for each person.', body: AwardingResult } },
  access: writeAccess,
  dryRun: 'verdicts',
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 46 },
  example: { body: { awardId: '{{earnedAwardId}}', personIds: ['{{earnerId}}'] } },
});

export const renewCertification = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Certifications/{id}/Renew',
  summary: 'Renew a certification',
  description:
    'Possible from a configured number of days before its last valid day until the end of the grace period, with credits earned since it was awarded, without those that earned it. Renewed in time, the new certification starts when the old one ends; renewed in the grace period, it starts today.',
  params: byId,
  body: RenewalRequest,
  responses: {
    201: { description: 'The new certification.', body: CertificationDetail, headers: locationHeader },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'NOT_ELIGIBLE', 'CONFLICT'],
  access: writeAccess,
  also: ['OverrideRegistration'],
  budget: { roundTrips: 10, readUnits: 15, writeUnits: 59 },
  example: {
    params: { id: '{{renewableCertificationId}}' },
    body: {},
  },
});

export const reissueCertificate = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Certifications/{id}/Reissue',
  summary: "Issue the certificate of a certification again, in its holder's present name",
  description:
    'The new certificate has a number of its own. The former one is still verified, in the name that is printed on it, and its verification names the number of the present one.',
  params: byId,
  responses: { 200: { description: 'The updated certification.', body: CertificationDetail } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 6, readUnits: 8, writeUnits: 16 },
  example: { params: { id: '{{renamedCertificationId}}' } },
});

export const revokeCertification = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Certifications/{id}/Revoke',
  summary: 'Revoke a certification',
  description:
    'Ends what was built on it too, unless the request keeps it. With validateOnly the answer is what would be revoked.',
  params: byId,
  body: RevocationRequest,
  responses: { 200: { description: 'The updated certification.', body: RevokedCertification } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  dryRun: 'verdicts',
  budget: { roundTrips: 7, readUnits: 11, writeUnits: 21 },
  example: {
    params: { id: '{{certificationId}}' },
    body: { reason: 'Resigned from office.' },
  },
});

export const getCertification = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Certifications/{id}',
  summary: 'Get a certification with the rules it was evaluated by',
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
    'Certifications that were neither revoked nor renewed, the earliest expiry first and those without expiry last. Follow the next address of the Link header.',
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
  summary: 'Re-evaluate the holders of an award by its current rules',
  description:
    'Returns whose validity would change, and what the current curriculum requires in addition; with apply, changes the validity and records the re-evaluation with the certification, which keeps the rules it was awarded by. It processes one page of holders: send nextCursor for the next page. Nothing is revoked.',
  params: z.object({ id: reference.meta({ description: 'The id of the award.' }) }),
  body: z
    .object({
      apply: optionalBoolean().meta({ description: 'Default: false, which returns a preview only.' }),
      cursor: z.string().max(2000).nullish().meta({ description: 'The nextCursor of the previous page.' }),
    })
    .meta({ id: 'ReevaluationRequest' }),
  responses: {
    200: {
      description: 'The certifications of one page of holders that change.',
      body: z
        .strictObject({
          isApplied: z.boolean(),
          examined: z.int().meta({ description: 'How many holders were evaluated on this page.' }),
          changes: z.array(ReevaluatedCertification),
          nextCursor: z
            .string()
            .nullable()
            .meta({ description: 'The cursor of the next page; null on the last page.' }),
        })
        .meta({ id: 'Reevaluation' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 10, readUnits: 16, writeUnits: 2 },
  example: { params: { id: '{{heldAwardId}}' }, body: { apply: false } },
});
