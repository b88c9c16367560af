// What certifications and the rules they were judged by look like in the interface.
import * as z from 'zod';
import { certificationStatuses } from './status.ts';

/** A calendar day in the time zone of the tenant. */
export const day = z.iso.date().meta({ example: '2027-03-01' });

const CreditsOfType = z.strictObject({ creditTypeId: z.guid(), credits: z.number() });

/** The rules a certification was judged by. */
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
    }),
    validityPeriod: z
      .strictObject({
        years: z.int().optional(),
        months: z.int().optional(),
        days: z.int().optional(),
      })
      .optional()
      .meta({ description: 'For ever when absent.' }),
    graceDays: z.int(),
    judgedAt: z.iso.datetime(),
  })
  .meta({ id: 'CertificationRules', description: 'The rules it was judged by, as they were then.' });

/** A certification as lists show it. */
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
        'Valid until its last valid day, then in grace, then expired. Renewed once another one has taken over. Revoked is not expired.',
    }),
    awardedDate: day,
    validFrom: day,
    validThrough: day.optional().meta({ description: 'The last valid day; for ever when absent.' }),
    graceThrough: day.optional().meta({ description: 'The last day on which it can still be renewed.' }),
    renews: z.uuid().optional().meta({ description: 'The certification that this one renews.' }),
    renewedBy: z.uuid().optional().meta({ description: 'The certification that renews this one.' }),
    revokedDate: day.optional(),
    revocationReason: z.string().optional(),
  })
  .meta({ id: 'Certification' });

/** A certification with everything about it. */
export const CertificationDetail = Certification.extend({
  awardedBy: z.string().meta({ description: 'The subject who awarded it.' }),
  overrideReason: z
    .string()
    .optional()
    .meta({ description: 'Why it was awarded although something was missing.' }),
  rules: RulesSnapshot,
  createdDate: z.iso.datetime(),
  modifiedDate: z.iso.datetime(),
}).meta({ id: 'CertificationDetail' });
