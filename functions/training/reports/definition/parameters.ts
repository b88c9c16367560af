// The parameters of each report, as the contract publishes them. Unknown fields are rejected: ignoring a misspelled
// filter would return a report of everything.
import * as z from 'zod';

const id = z.guid().toLowerCase();
const idList = z.array(id).max(200).nullish();
const day = z.iso.date().nullish();

/** Days in the tenant's time zone, first and last included, or a fiscal year. */
const period = {
  from: day.meta({ description: 'The first day, YYYY-MM-DD.', example: '2026-07-01' }),
  to: day.meta({ description: 'The last day, YYYY-MM-DD.', example: '2027-06-30' }),
  fiscalYear: z
    .union([z.int().min(1900).max(2200), z.enum(['current', 'last'])])
    .nullish()
    .meta({
      description:
        'A fiscal year instead of from and to: the calendar year in which it begins, `current` or `last`.',
      example: 'current',
    }),
};

const organizationId = id
  .nullish()
  .meta({ description: 'Only people of this organization and of organizations below it.' });

const board = {
  board: z.string().trim().min(1).max(100).meta({
    description: 'The board, as licenses name it.',
    example: 'Florida Board of Nursing',
  }),
  jurisdiction: z
    .string()
    .trim()
    .max(10)
    .toUpperCase()
    .nullish()
    .meta({ description: 'Only licenses of this state.', example: 'FL' }),
  include: z.enum(['Changes', 'All']).nullish().meta({
    description:
      'Changes (by default): what is new or changed since it was last marked as reported, or voided. All: everything.',
  }),
  mark: z.boolean().nullish().meta({
    description: 'Mark what the file has as reported, so that the next one leaves it out; false by default.',
  }),
  ...period,
};

/** The parameters of every report, by its name. */
export const reportParameters = {
  ClassRoster: z.strictObject({
    classId: id.meta({ description: 'The class.' }),
    includeEnded: z
      .boolean()
      .nullish()
      .meta({ description: 'Include registrations that were denied, cancelled, transferred or expired.' }),
  }),
  Attendance: z.strictObject({
    classId: id
      .nullish()
      .meta({ description: 'The class; by default all classes that began in the period.' }),
    ...period,
  }),
  CreditsByPerson: z.strictObject({
    personIds: idList.meta({
      description: 'Only these people. For one person, the report is their credit transcript.',
    }),
    organizationId,
    courseIds: idList.meta({ description: 'Only credits earned in these courses.' }),
    ...period,
  }),
  CreditsByCourse: z.strictObject({
    courseIds: idList.meta({ description: 'Only these courses.' }),
    personIds: idList.meta({ description: 'Only credits of these people.' }),
    ...period,
  }),
  CreditsByOrganization: z.strictObject({
    organizationId: id
      .nullish()
      .meta({ description: 'The organization, with those below it; by default all organizations.' }),
    ...period,
  }),
  AwardProgress: z.strictObject({
    awardId: id.meta({ description: 'The award.' }),
    organizationId,
  }),
  ExpiringCertifications: z.strictObject({
    from: day.meta({ description: 'The earliest last valid day, YYYY-MM-DD; today by default.' }),
    to: day.meta({ description: 'The latest last valid day, YYYY-MM-DD; 90 days later by default.' }),
    awardId: id.nullish().meta({ description: 'Only certifications of this award.' }),
    organizationId,
  }),
  RevenueByClass: z.strictObject(period),
  Journal: z.strictObject(period),
  InvoiceAgeing: z.strictObject({
    from: day.meta({ description: 'Only invoices issued on this day or later, YYYY-MM-DD.' }),
    to: day.meta({ description: 'Only invoices issued on this day or earlier, YYYY-MM-DD.' }),
  }),
  CEBrokerRoster: z.strictObject({
    ...board,
    providerNumber: z
      .string()
      .regex(/^\d{1,9}$/, 'the digits after 50-')
      .meta({ description: 'The provider tracking number at CE Broker, without 50-.', example: '1234' }),
    courseNumbers: z
      .array(z.strictObject({ courseId: id, number: z.string().regex(/^\d{1,9}$/, 'the digits after 20-') }))
      .max(200)
      .nullish()
      .meta({
        description:
          'The course tracking numbers at CE Broker, without 20-; other courses are named by their code.',
      }),
    subjectAreas: z
      .array(z.strictObject({ creditTypeId: id, code: z.string().trim().min(1).max(20) }))
      .max(100)
      .nullish()
      .meta({
        description:
          'The subject area of each credit type, for partial credit; otherwise the course is given in full.',
      }),
  }),
  NASBACredits: z.strictObject({
    ...board,
    sponsorId: z.string().trim().min(1).max(20).meta({
      description: 'The sponsor identification number of the National Registry of CPE Sponsors.',
      example: '103456',
    }),
  }),
  BoardCredits: z.strictObject(board),
} as const;

export type ReportName = keyof typeof reportParameters;

/** The names of all kinds of reports. */
export const reportNames = Object.keys(reportParameters).filter((name): name is ReportName =>
  Object.hasOwn(reportParameters, name),
);

/** The formats of reports. */
export const formatNames = ['pdf', 'xlsx', 'csv', 'json'] as const;
export type FormatName = (typeof formatNames)[number];
