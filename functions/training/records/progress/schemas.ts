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
const CourseRequirement = Course.extend({
  isElective: z.boolean(),
  isCompleted: z.boolean(),
  completedDate: day.optional(),
});

/** One of the credit rules, and how far it is met. */
const CreditRuleProgress = z
  .strictObject({
    rule: z.enum(['Total', 'Minimum', 'Maximum', 'CarriedOver', 'FirstTerm', 'Rounding']),
    limit: z.int().min(0).optional().meta({ description: 'Which of the limits it is, from 0.' }),
    required: z.number().optional().meta({ description: 'What is needed, or for a maximum what may count.' }),
    earned: z.number().optional(),
    counted: z.number().optional(),
    notCounted: z.number().optional(),
    missing: z.number(),
    sentence: z.string().meta({
      example: 'At most 10 self-study credits count: 12 were earned, 2 do not count.',
    }),
  })
  .meta({ id: 'CreditRuleProgress' });
const creditRules = z
  .array(CreditRuleProgress)
  .optional()
  .meta({ description: 'Present where the award has credit rules; the total first.' });

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
      courses: z.array(CourseRequirement),
      electivesNeeded: z.int(),
      credits: z.array(CreditRequirement),
      creditRules,
    }),
    missing: z.strictObject({
      courses: z.array(Course),
      electives: z.int().meta({ description: 'How many electives are still needed.' }),
      electivesToChooseFrom: z.array(Course),
      credits: z.array(CreditRequirement),
      evaluations: z
        .array(
          z.strictObject({
            classId: z.uuid(),
            className: z.string(),
            courseId: z.uuid(),
            answerBy: z.iso.datetime(),
          }),
        )
        .meta({ description: 'Attended classes that count once the person has answered their evaluation.' }),
      inWords: z.string().meta({ example: 'the course Ethics in Office and 4 more General credits' }),
    }),
    renewal: z
      .strictObject({
        opensOn: day,
        closesOn: day,
        isOpen: z.boolean(),
        isReady: z
          .boolean()
          .meta({ description: 'Whether all credits were earned and all courses completed.' }),
        credits: z.array(CreditRequirement),
        courses: z.array(CourseRequirement).meta({ description: 'Courses to complete for the renewal.' }),
        creditRules,
        missing: z.string().meta({ description: 'What is missing, as text; empty when nothing is.' }),
      })
      .optional()
      .meta({ description: 'Present while the certification is held and expires.' }),
  })
  .meta({ id: 'AwardProgress' });
