// Request and response schemas of self-reported credits.
import * as z from 'zod';
import { fileContent, MAX_FILE_BYTES } from '../../../../shared/http/file-content.ts';
import { twoDecimals } from '../../../../shared/money/amount.ts';
import { creditModes } from '../../attendance-mode.ts';
import { creditMode, day, reference, retakeOverride } from '../training-record/entry-schemas.ts';
import { maxEvidenceFiles, reportActions, reportStatuses } from './reported-credit.ts';

const credits = twoDecimals(9999.99)
  .min(0.01)
  .meta({ description: 'More than 0, two decimals.', example: 3 });
const activity = z.string().trim().min(1).max(200).meta({
  description: 'What the person did.',
  example: 'Webinar on public records requests',
});
const provider = z.string().trim().max(200).meta({
  description: 'Who offered it.',
  example: 'Institute of Local Government',
});
const notes = z.string().trim().max(2000);
const reason = z.string().trim().min(1).max(1000);

const EvidenceFile = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    contentType: z.string(),
    size: z.int().meta({ description: 'In bytes.' }),
    addedDate: z.iso.datetime(),
    url: z.url().meta({ description: 'A link to the file, valid for an hour.' }),
  })
  .meta({ id: 'EvidenceFile' });

/** A report in a response. */
export const ReportedCredit = z
  .strictObject({
    id: z.uuid(),
    personId: z.uuid(),
    personName: z.string(),
    status: z.enum(reportStatuses),
    creditTypeId: z.uuid(),
    creditType: z.string(),
    credits: z.number(),
    earnedDate: day,
    activity: z.string(),
    provider: z.string().optional(),
    courseId: z.uuid().optional(),
    courseName: z.string().optional(),
    attendanceMode: z.enum(creditModes).optional(),
    notes: z.string().optional(),
    submittedDate: z.iso.datetime(),
    reason: z.string().optional().meta({ description: 'The reason of the last decision.' }),
    approvedCredits: z.number().optional().meta({ description: 'How many credits were granted.' }),
    creditId: z.uuid().optional().meta({ description: 'The credits that were granted.' }),
    evidence: z.array(EvidenceFile).max(maxEvidenceFiles),
    history: z.array(
      z.strictObject({
        action: z.enum(reportActions),
        at: z.iso.datetime(),
        by: z.string(),
        byName: z.string().optional(),
        reason: z.string().optional(),
      }),
    ),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'ReportedCredit' });

const sharedFields = {
  activity,
  provider: provider.nullish(),
  courseId: reference
    .nullish()
    .meta({ description: 'The course of the catalogue that it stands for, if any.' }),
  attendanceMode: creditMode,
  notes: notes.nullish(),
};

export const ReportedCreditRequest = z
  .object({
    personId: reference.nullish().meta({ description: 'Default: the person who signed in.' }),
    creditTypeId: reference,
    credits,
    earnedDate: z.iso.date().meta({ description: 'Between 1900-01-01 and today.' }),
    ...sharedFields,
  })
  .meta({ id: 'ReportedCreditRequest' });

export const ReportedCreditUpdateRequest = z
  .object({
    creditTypeId: reference.nullish(),
    credits: credits.nullish(),
    earnedDate: z.iso.date().nullish(),
    ...sharedFields,
    activity: activity.nullish(),
  })
  .meta({
    id: 'ReportedCreditUpdateRequest',
    description:
      'Only what is sent is changed. null removes the provider, the course, the mode and the notes.',
  });

const ApprovedChanges = z
  .object({
    credits: credits.nullish(),
    creditTypeId: reference.nullish(),
    earnedDate: z.iso.date().nullish(),
    attendanceMode: creditMode,
    reason: reason.meta({
      description: 'The person is notified of it.',
      example: 'One hour of the three was a break.',
    }),
  })
  .meta({ id: 'ApprovedChanges' });

export const ApproveReportedCreditRequest = z
  .object({
    changes: ApprovedChanges.nullish().meta({
      description: 'What is approved instead of what was reported, with the reason.',
    }),
    ...retakeOverride,
  })
  .meta({ id: 'ApproveReportedCreditRequest' });

export const DecisionReason = z
  .object({
    reason: reason.meta({
      description: 'The person is notified of it.',
      example: 'Please add the certificate.',
    }),
  })
  .meta({ id: 'ReportedCreditDecision' });

export const EvidenceRequest = z
  .object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: 'The name of the file.', example: 'certificate.pdf' }),
    content: fileContent('save it in a smaller size').meta({
      description: `A PDF, JPEG or PNG in base64, at most ${MAX_FILE_BYTES} bytes. Its type is read from its content.`,
    }),
  })
  .meta({ id: 'EvidenceRequest' });
