// Request and response schemas of credits and transcripts.
import * as z from 'zod';
import { pendingCount, rowOf } from '../../../../shared/http/rows.ts';
import { twoDecimals } from '../../../../shared/money/amount.ts';
import { creditModes } from '../../attendance-mode.ts';
import { Completion } from '../completions/schemas.ts';
import {
  creditMode,
  day,
  note,
  reference,
  retakeOverride,
  voidFields,
} from '../training-record/entry-schemas.ts';

const credits = twoDecimals(9999.99)
  .min(0.01)
  .meta({ description: 'More than 0, two decimals.', example: 1.5 });

/** Credits in a response. */
export const Credit = z
  .strictObject({
    id: z.uuid(),
    personId: z.uuid(),
    creditTypeId: z.uuid(),
    creditType: z
      .string()
      .meta({ description: 'The name of the type when the credits were granted.', example: 'General' }),
    credits: z.number(),
    earnedDate: day,
    source: z.enum(['attendance', 'manual', 'import', 'selfReported', 'external']),
    attendanceMode: z
      .enum(creditModes)
      .optional()
      .meta({ description: 'How they were earned; absent where it is not known.' }),
    courseId: z.uuid().optional(),
    courseName: z.string().optional(),
    classId: z.uuid().optional(),
    className: z.string().optional(),
    registrationId: z.uuid().optional(),
    reportedCreditId: z.uuid().optional().meta({ description: 'The report that was approved.' }),
    provider: z.string().optional().meta({ description: 'Who offered what was reported.' }),
    externalId: z.string().optional(),
    note: z.string().optional(),
    overrideReason: z.string().optional().meta({
      description: 'Why they were granted although the course gave the person credits before.',
    }),
    ...voidFields,
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'Credit' });

export const CreditRequest = z
  .object({
    personId: reference,
    creditTypeId: reference,
    credits,
    earnedDate: z.iso.date().nullish().meta({ description: 'Default: today; between 1900-01-01 and today.' }),
    courseId: reference.nullish().meta({ description: 'The course they were earned in, if any.' }),
    attendanceMode: creditMode,
    note,
    ...retakeOverride,
  })
  .meta({ id: 'CreditRequest' });

const CreditImportRow = CreditRequest.extend({
  externalId: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ description: 'The id of the credits in the source system; the same id is imported only once.' }),
  earnedDate: z.iso.date(),
}).meta({ id: 'CreditImportRow' });

export const CreditImportRequest = z
  .object({ rows: z.array(rowOf(CreditImportRow)).min(1).max(200) })
  .meta({ id: 'CreditImportRequest' });

const ErrorDetail = z.strictObject({ code: z.string(), message: z.string(), target: z.string() });
const count = z.int().min(0);

export const CreditImportResult = z
  .strictObject({
    granted: count,
    alreadyGranted: count,
    refused: count,
    pending: pendingCount,
    results: z.array(
      z.strictObject({
        row: z.int().meta({ description: 'The index of the row, from 0.' }),
        externalId: z
          .string()
          .optional()
          .meta({ description: 'As it was sent; absent for a refused row that has none.' }),
        status: z.enum(['Granted', 'AlreadyGranted', 'Refused', 'Pending']),
        creditId: z
          .uuid()
          .optional()
          .meta({ description: 'Absent in a dry run for credits that would be granted.' }),
        faults: z.array(ErrorDetail).optional().meta({ description: 'All problems of a refused row.' }),
      }),
    ),
  })
  .meta({ id: 'CreditImportResult' });

const TypeTotal = z
  .strictObject({ creditTypeId: z.uuid(), creditType: z.string(), credits: z.number() })
  .meta({ id: 'CreditTotal' });
const totalFields = { total: z.number(), byType: z.array(TypeTotal) } as const;

/** A transcript in a response. */
export const Transcript = z
  .strictObject({
    personId: z.uuid(),
    personName: z.string(),
    period: z
      .strictObject({ startDate: day.optional(), endDate: day.optional(), ...totalFields })
      .meta({ description: 'The requested period; all time by default.' }),
    allTime: z.strictObject(totalFields),
    fiscalYears: z
      .array(z.strictObject({ fiscalYear: z.int(), startDate: day, endDate: day, ...totalFields }))
      .meta({ description: 'Each fiscal year with credits, the latest first.' }),
    credits: z.array(Credit),
    completions: z.array(Completion),
  })
  .meta({ id: 'Transcript' });
