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
    source: z.enum(['attendance', 'manual']),
    note: z.string().optional(),
    creditsWithheld: z.string().optional().meta({
      description: 'Why the attendance granted no credits: the course gave the person credits before.',
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
