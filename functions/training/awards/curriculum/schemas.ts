// What a curriculum looks like to callers, those of the award and those of the public catalogue.
import * as z from 'zod';
import { CourseCredit } from '../../courses/schemas.ts';

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
      .meta({ description: 'Courses that everybody takes, in order.' }),
    electiveCourses: z.array(CurriculumCourse).meta({ description: 'Courses to choose from.' }),
    electivesNeeded: z.int().min(0).meta({ description: 'How many of the electives are needed.' }),
    minimumCredits: z.array(CourseCredit).meta({ description: 'Least credits of each type.' }),
    renewalCredits: z
      .array(CourseCredit)
      .optional()
      .meta({ description: 'Least credits of each type for a renewal; as for the award when absent.' }),
    version: z
      .int()
      .min(0)
      .meta({ description: 'Counts its changes; 0 when the award asks for nothing yet.' }),
    modifiedDate: z.iso.datetime().optional(),
  })
  .meta({ id: 'Curriculum', description: 'The courses and credits that earn an award.' });
