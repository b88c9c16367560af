// What each report is asked with. Plain declarations: the contract publishes them, the reports read by them. They know no
// other fields: a filter that is misspelled and ignored would give a report of everything.
import * as z from 'zod';

const id = z.guid().toLowerCase();
const idList = z.array(id).max(200).nullish();
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
  ClassRoster: z.strictObject({
    classId: id.meta({ description: 'The class.' }),
    includeEnded: z
      .boolean()
      .nullish()
      .meta({ description: 'Also registrations that were denied, cancelled, transferred or expired.' }),
  }),
  Attendance: z.strictObject({
    classId: id
      .nullish()
      .meta({ description: 'One class; all classes that began in the period without it.' }),
    ...period,
  }),
  CreditsByPerson: z.strictObject({
    personIds: idList.meta({ description: 'Only these people; of one, it is their transcript of credits.' }),
    organizationId,
    courseIds: idList.meta({ description: 'Only what was earned in these courses.' }),
    ...period,
  }),
  CreditsByCourse: z.strictObject({
    courseIds: idList.meta({ description: 'Only these courses.' }),
    personIds: idList.meta({ description: 'Only what these people earned.' }),
    ...period,
  }),
  CreditsByOrganization: z.strictObject({
    organizationId: id
      .nullish()
      .meta({ description: 'This organization and those below it; all organizations without it.' }),
    ...period,
  }),
  AwardProgress: z.strictObject({
    awardId: id.meta({ description: 'The award.' }),
    organizationId,
  }),
  ExpiringCertifications: z.strictObject({
    from: day.meta({ description: 'The first last-valid day, YYYY-MM-DD; today when absent.' }),
    to: day.meta({ description: 'The last one, YYYY-MM-DD; 90 days on when absent.' }),
    awardId: id.nullish().meta({ description: 'Only certifications of this award.' }),
    organizationId,
  }),
  RevenueByClass: z.strictObject(period),
} as const;

export type ReportName = keyof typeof reportParameters;

/** The names of all reports. */
export const reportNames = Object.keys(reportParameters).filter((name): name is ReportName =>
  Object.hasOwn(reportParameters, name),
);

/** The formats that every report can be had in. */
export const formatNames = ['pdf', 'xlsx', 'csv', 'json'] as const;
export type FormatName = (typeof formatNames)[number];
