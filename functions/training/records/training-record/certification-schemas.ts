// Response schemas of certifications and of the rules they were evaluated by.
import * as z from 'zod';
import { CreditRulesView } from '../../awards/curriculum/credit-rules-schemas.ts';
import { limitPeriods } from '../../self-reported-limit.ts';
import { certificationStatuses } from './certification-status.ts';
import { day } from './entry-schemas.ts';

const SelfReportedLimitView = z.strictObject({
  creditTypeId: z.guid(),
  maximum: z.number(),
  period: z.enum(limitPeriods),
});
const CreditsOfType = z.strictObject({ creditTypeId: z.guid(), credits: z.number() });

/** The rules a certification was evaluated by. */
const RulesSnapshot = z
  .strictObject({
    awardVersion: z.int(),
    curriculumVersion: z.int().meta({ description: '0 when the award had no curriculum.' }),
    curriculum: z.strictObject({
      requiredCourseIds: z.array(z.guid()),
      electiveCourseIds: z.array(z.guid()),
      electivesNeeded: z.int(),
      minimumCredits: z.array(CreditsOfType),
      renewalCredits: z.array(CreditsOfType).optional(),
      creditRules: CreditRulesView.optional(),
      renewalCreditRules: CreditRulesView.optional(),
    }),
    validityPeriod: z
      .strictObject({
        years: z.int().optional(),
        months: z.int().optional(),
        days: z.int().optional(),
      })
      .optional()
      .meta({ description: 'Absent when it does not expire.' }),
    validityEndsOn: z.string().optional().meta({ description: 'MM-DD, the day on which terms end.' }),
    graceDays: z.int(),
    selfReportedLimits: z.array(SelfReportedLimitView).optional(),
    judgedAt: z.iso.datetime(),
  })
  .meta({ id: 'CertificationRules', description: 'The rules it was evaluated by, as they were then.' });

/** A certification in a list. */
export const Certification = z
  .strictObject({
    id: z.uuid(),
    awardId: z.uuid(),
    awardName: z.string(),
    personId: z.uuid(),
    personName: z.string(),
    certificateNumber: z.string().meta({ example: '482-193-057' }),
    standing: z.enum(certificationStatuses).meta({
      description:
        'Valid until its last valid day, then InGrace, then Expired. Renewed when a renewal has replaced it. Revoked is not Expired.',
    }),
    awardedDate: day,
    validFrom: day,
    validThrough: day.optional().meta({ description: 'The last valid day; absent when it does not expire.' }),
    graceThrough: day.optional().meta({ description: 'The last day on which it can still be renewed.' }),
    renews: z.uuid().optional().meta({ description: 'The certification that this one renews.' }),
    renewedBy: z.uuid().optional().meta({ description: 'The certification that renews this one.' }),
    revokedDate: day.optional(),
    revocationReason: z.string().optional(),
  })
  .meta({ id: 'Certification' });

const Validity = z.strictObject({ validThrough: day.optional(), graceThrough: day.optional() });

/** A re-evaluation of a certification. */
const RecordedReevaluation = z
  .strictObject({
    reevaluatedAt: z.iso.datetime(),
    by: z.string().meta({ description: 'The subject who requested it.' }),
    byName: z.string().optional(),
    missing: z.string().meta({ description: 'What the holder lacked, as text; empty when nothing was.' }),
    before: Validity,
    after: Validity,
    rules: RulesSnapshot,
  })
  .meta({
    id: 'CertificationReevaluation',
    description: 'A re-evaluation that was applied, with the rules of that time.',
  });

/** An award or a renewal although something was missing. */
const Override = z
  .strictObject({
    reason: z.string(),
    by: z.string().meta({ description: 'The subject who did it.' }),
    byName: z.string().optional(),
    at: z.iso.datetime(),
    waived: z.array(z.string()).meta({
      description: 'What was missing on awardedDate, one sentence each; empty when nothing was.',
    }),
  })
  .meta({ id: 'CertificationOverride', description: 'Who awarded or renewed it by override, and why.' });

const FormerCertificate = z
  .strictObject({
    certificateNumber: z.string(),
    personName: z.string().meta({ description: 'The name that is printed on it.' }),
    replacedDate: day,
    replacedBy: z.string().meta({ description: 'The subject who issued the present one.' }),
  })
  .meta({ id: 'FormerCertificate', description: 'A certificate that another one replaced.' });

/** A certification with all its details. */
export const CertificationDetail = Certification.extend({
  awardedBy: z.string().meta({ description: 'The subject who awarded it.' }),
  carriedOver: z
    .array(z.strictObject({ creditId: z.uuid(), credits: z.number() }))
    .optional()
    .meta({
      description: 'For a renewal, credits beyond what the term before required; they count in its own term.',
    }),
  overrideReason: z
    .string()
    .optional()
    .meta({ description: 'Why it was awarded although requirements were missing.' }),
  override: Override.optional(),
  formerCertificates: z.array(FormerCertificate).meta({
    description: 'Certificates in former names, the earliest first; they are still verified.',
  }),
  rules: RulesSnapshot,
  renewalRules: RulesSnapshot.optional().meta({
    description: 'For a renewal, the rules that it was judged by: those of the certification it renews.',
  }),
  reevaluations: z.array(RecordedReevaluation).meta({
    description:
      'The earliest first. The rules of the last one hold for its renewal; the rules it was awarded by stay as they were.',
  }),
  createdDate: z.iso.datetime(),
  modifiedDate: z.iso.datetime(),
}).meta({ id: 'CertificationDetail' });

/** Why somebody does not get an award that others are given together with them. */
export const awardRefusal = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    details: z.array(z.strictObject({ code: z.string(), message: z.string(), target: z.string() })),
  })
  .meta({ description: 'Why not: everything that is missing.' });
