// Response schemas of the public catalogue of courses, with the field names that existing callers read
// (docs/interface/training.md#catalogue-of-courses).
import * as z from 'zod';

/** An icon; null when there is none. */
export const Icon = z.strictObject({ iconReference: z.string().nullable() }).meta({ id: 'Icon' });

const CatalogueInstructor = z
  .strictObject({ id: z.uuid(), fullName: z.string(), imageThumbUrl: z.string().nullable() })
  .meta({ id: 'CatalogueInstructor' });

const TagName = z.strictObject({ tagName: z.string() }).meta({ id: 'TagName' });

const CourseClass = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    sectionName: z.string(),
    parentCourse: Icon,
    startsAt: z.iso.datetime().meta({ description: 'When its first session begins.' }),
    endsAt: z.iso.datetime().meta({ description: 'When its last session ends.' }),
  })
  .meta({ id: 'CatalogueCourseClass', description: 'A class that is neither over nor cancelled.' });

export const CatalogueCourse = z
  .strictObject({
    id: z.uuid(),
    courseName: z.string(),
    courseIcon: z.string().nullable(),
    objectType: z.string().nullable(),
    creditHours: z.number().nullable(),
    courseInstructorsCount: z.int().meta({
      description:
        'The number of different people who are certified to teach it or teach one of its classes.',
    }),
    certifiedInstructors: z.array(CatalogueInstructor),
    courseClassesCount: z.int().meta({ description: 'The number of its current classes.' }),
    courseClasses: z.array(CourseClass).meta({ description: 'The next current classes, up to ten.' }),
    courseTags: z.array(TagName),
  })
  .meta({ id: 'CatalogueCourse' });

export const CatalogueCourseDetail = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    objectType: z.string().nullable(),
    creditHours: z.number().nullable(),
    icon: Icon,
    courseTags: z.array(TagName),
    skills: z.array(z.strictObject({ name: z.string() })),
    secondaryUnits: z.array(z.strictObject({ value: z.string() })).meta({
      description: 'Its credits by type, in addition to credit hours.',
      example: [{ value: '6 General' }],
    }),
    classes: z.array(CourseClass).meta({ description: 'Its current classes, by start.' }),
    courseLocationType: z
      .enum(['onlocation', 'online', 'onlocationandonline'])
      .nullable()
      .meta({ description: 'Where the current classes take place; null when there are none.' }),
  })
  .meta({ id: 'CatalogueCourseDetail' });

const TaughtCourse = z.strictObject({ name: z.string(), icon: Icon }).meta({ id: 'TaughtCourse' });

export const CourseInstructor = z
  .strictObject({
    id: z.uuid(),
    fullName: z.string(),
    imageThumbUrl: z.string().nullable(),
    createdDate: z.iso.datetime(),
    coursesTaught: z
      .array(TaughtCourse)
      .meta({ description: 'Courses with a class that they teach or taught.' }),
    coursesSkilledToTeach: z
      .array(TaughtCourse)
      .meta({ description: 'Courses they are certified to teach.' }),
  })
  .meta({ id: 'CourseInstructor' });

export const SectionName = z.strictObject({ id: z.uuid(), name: z.string() }).meta({ id: 'SectionName' });
export const InstructorName = z
  .strictObject({ id: z.uuid(), fullName: z.string() })
  .meta({ id: 'InstructorName' });
export { TagName };
