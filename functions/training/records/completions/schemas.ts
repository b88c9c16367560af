// Request and response schemas of completions.
import * as z from 'zod';
import {
  creditMode,
  day,
  note,
  reference,
  retakeOverride,
  voidFields,
} from '../training-record/entry-schemas.ts';

const ExternalEvidence = z
  .strictObject({
    standard: z.enum(['cmi5', 'xapi', 'lti']),
    statementId: z.uuid(),
    verb: z.string().meta({ description: 'An IRI; of lti the progress of the activity.' }),
    score: z
      .strictObject({
        scaled: z.number().optional(),
        raw: z.number().optional(),
        min: z.number().optional(),
        max: z.number().optional(),
      })
      .optional(),
    timestamp: z.string().meta({ description: 'When it happened, by the clock of the course.' }),
    receivedDate: z.iso.datetime(),
    activityId: z.string(),
    registration: z.uuid(),
  })
  .meta({
    id: 'ExternalEvidence',
    description: 'A statement or score of a course elsewhere that completed it.',
  });

/** A completion in a response. */
export const Completion = z
  .strictObject({
    id: z.uuid(),
    personId: z.uuid(),
    courseId: z.uuid(),
    courseName: z.string(),
    courseEdition: z.int().optional(),
    classId: z.uuid().optional(),
    registrationId: z.uuid().optional(),
    completedDate: day,
    source: z.enum(['attendance', 'manual', 'external']).meta({
      description: 'external: a course elsewhere reported it, as evidence says.',
    }),
    evidence: z.array(ExternalEvidence).optional(),
    note: z.string().optional(),
    creditsWithheld: z.string().optional().meta({
      description: 'Why no credits were granted: the course gave the person credits before.',
    }),
    ...voidFields,
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'Completion' });

export const CompletionRequest = z
  .object({
    personId: reference,
    courseId: reference,
    completedDate: z.iso
      .date()
      .nullish()
      .meta({ description: 'Default: today; between 1900-01-01 and today.' }),
    note,
    grantCredits: z.boolean().nullish().meta({
      description:
        'Whether the credits of the course are granted with it, earned on the same day. Default: false.',
    }),
    attendanceMode: creditMode,
    ...retakeOverride,
  })
  .meta({ id: 'CompletionRequest' });
