// Response schemas of progress towards an award.
import * as z from 'zod';
import { Certification } from '../training-record/certification-schemas.ts';
import { day } from '../training-record/entry-schemas.ts';
import { progressStates } from './progress.ts';

/** The required credits of one type, and how many were earned. */
export const CreditRequirement = z
  .strictObject({
    creditTypeId: z.guid(),
    creditType: z.string().meta({ example: 'General' }),
    needed: z.number(),
    earned: z.number(),
    missing: z.number(),
  })
  .meta({ id: 'CreditsAsked' });

const Course = z.strictObject({ id: z.guid(), name: z.string() });

/** A person's progress towards an award. */
export const AwardProgress = z
  .strictObject({
    awardId: z.uuid(),
    awardName: z.string(),
    state: z.enum(progressStates).meta({
      description:
        'NotStarted without an active registration; InProgress; Earned when all requirements are met and it is not awarded yet; Awarded; InGrace after its last valid day while it can be renewed; Expired; Revoked.',
    }),
    statusCode: z
      .int()
      .meta({ description: '1 not started, 2 in progress, 4 earned, 5 awarded.', example: 2 }),
    percent: z.int().min(0).max(100),
    isInGrace: z.boolean(),
    registration: z
      .strictObject({ id: z.uuid(), status: z.string(), registeredDate: day })
      .optional()
      .meta({ description: 'Credits count from registeredDate.' }),
    certification: Certification.optional().meta({
      description: 'The held certification, or the last one.',
    }),
    requirements: z.strictObject({
      courses: z.array(
        Course.extend({
          isElective: z.boolean(),
          isCompleted: z.boolean(),
          completedDate: day.optional(),
        }),
      ),
      electivesNeeded: z.int(),
      credits: z.array(CreditRequirement),
    }),
    missing: z.strictObject({
      courses: z.array(Course),
      electives: z.int().meta({ description: 'How many electives are still needed.' }),
      electivesToChooseFrom: z.array(Course),
      credits: z.array(CreditRequirement),
      inWords: z.string().meta({ example: 'the course Ethics in Office and 4 more General credits' }),
    }),
    renewal: z
      .strictObject({
        opensOn: day,
        closesOn: day,
        isOpen: z.boolean(),
        isReady: z.boolean().meta({ description: 'Whether all credits were earned.' }),
        credits: z.array(CreditRequirement),
      })
      .optional()
      .meta({ description: 'Present while the certification is held and expires.' }),
  })
  .meta({ id: 'AwardProgress' });
