// The response schema of a curriculum, for the award endpoints and for the public catalogue.
import * as z from 'zod';
import { CourseCredit } from '../../courses/schemas.ts';
import { CreditRulesView } from './credit-rules-schemas.ts';

const CurriculumCourse = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    code: z.string().optional(),
    creditHours: z.number().optional(),
    credits: z.array(CourseCredit),
    iconUrl: z.string().optional(),
  })
  .meta({ id: 'CurriculumCourse', description: 'A course of a curriculum.' });

export const Curriculum = z
  .strictObject({
    awardId: z.uuid(),
    requiredCourses: z
      .array(CurriculumCourse)
      .meta({ description: 'Courses that everyone must take, in order.' }),
    electiveCourses: z.array(CurriculumCourse).meta({ description: 'Courses to choose electives from.' }),
    electivesNeeded: z.int().min(0).meta({ description: 'How many of the electives are required.' }),
    minimumCredits: z.array(CourseCredit).meta({ description: 'Minimum credits of each type.' }),
    renewalCredits: z.array(CourseCredit).optional().meta({
      description: 'Minimum credits of each type for a renewal; the same as minimumCredits when absent.',
    }),
    creditRules: CreditRulesView.optional().meta({
      description: 'Rules of the credits that earn the award.',
    }),
    renewalCreditRules: CreditRulesView.optional().meta({
      description: 'Rules of the credits of a renewal; the same as creditRules when absent.',
    }),
    version: z
      .int()
      .min(0)
      .meta({ description: 'Increases with each change; 0 when the award has no curriculum yet.' }),
    modifiedDate: z.iso.datetime().optional(),
  })
  .meta({ id: 'Curriculum', description: 'The courses and credits that earn an award.' });
