// What each report is asked with. Plain declarations: the contract publishes them, the reports read by them.
import * as z from 'zod';

const id = z.guid().toLowerCase();
const day = z.iso.date().nullish();

/** Days of the tenant, or one of its fiscal years; both ends belong to it. */
const period = {
  from: day.meta({ description: 'The first day, YYYY-MM-DD.', example: '2026-07-01' }),
  to: day.meta({ description: 'The last day, YYYY-MM-DD.', example: '2027-06-30' }),
  fiscalYear: z
    .union([z.int().min(1900).max(2200), z.enum(['current', 'last'])])
    .nullish()
    .meta({
      description:
        'A fiscal year of the tenant in place of from and to: the year in which it begins, `current` or `last`.',
      example: 'current',
    }),
};

const organizationId = id
  .nullish()
  .meta({ description: 'Only people of this organization and those below it.' });

/** The parameters of every report, by its name. */
export const reportParameters = {
  ClassRoster: z.object({
    classId: id.meta({ description: 'The class.', example: '{{classId}}' }),
    includeEnded: z
      .boolean()
      .nullish()
      .meta({ description: 'Also registrations that were denied, cancelled, transferred or expired.' }),
  }),
  Attendance: z.object({
    classId: id
      .nullish()
      .meta({ description: 'One class; all classes that began in the period without it.' }),
    ...period,
  }),
  CreditsByPerson: z.object({
    personId: id.nullish().meta({ description: 'One person: their transcript of credits.' }),
    organizationId,
    ...period,
  }),
  CreditsByCourse: z.object({
    courseId: id.nullish().meta({ description: 'One course; all courses without it.' }),
    personId: id.nullish().meta({ description: 'Only what this person earned.' }),
    ...period,
  }),
  CreditsByOrganization: z.object({
    organizationId: id
      .nullish()
      .meta({ description: 'This organization and those below it; all organizations without it.' }),
    ...period,
  }),
  AwardProgress: z.object({
    awardId: id.meta({ description: 'The award.', example: '{{curriculumAwardId}}' }),
    organizationId,
  }),
  ExpiringCertifications: z.object({
    from: day.meta({ description: 'The first last-valid day, YYYY-MM-DD; today when absent.' }),
    to: day.meta({ description: 'The last one, YYYY-MM-DD; 90 days on when absent.' }),
    awardId: id.nullish().meta({ description: 'Only certifications of this award.' }),
    organizationId,
  }),
  RevenueByClass: z.object(period),
} as const;

export type ReportName = keyof typeof reportParameters;

/** The names of all reports. */
export const reportNames = Object.keys(reportParameters).filter((name): name is ReportName =>
  Object.hasOwn(reportParameters, name),
);

/** The formats that every report can be had in. */
export const formatNames = ['pdf', 'xlsx', 'csv', 'json'] as const;
export type FormatName = (typeof formatNames)[number];
