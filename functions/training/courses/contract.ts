// Courses: what is taught and for which credits, in editions (docs/interface/training.md#courses).
import * as z from 'zod';
import { webAddress } from '../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../listing/listing.ts';
import { CancellationTermsInput, CancellationTermsView } from '../prices/cancellation-schemas.ts';
import { maxRetakeMonths, retakeRegistrations } from '../training-settings.ts';
import { amount, CourseCredit, creditsInput, reference } from './schemas.ts';

const name = z.string().trim().min(1).max(200).meta({ example: 'Local Government Budget Basics' });
const code = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._/-]{0,39}$/u, 'letters, digits and . _ / - up to 40')
  .meta({
    description: 'A short code, unique among courses without regard to case.',
    example: 'FIN-101',
  });
const words = z.array(z.string().trim().min(1).max(100)).max(50);

const Course = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    code: z.string().optional(),
    description: z.string().optional(),
    objectType: z.string().optional().meta({ description: 'The label of the kind.', example: 'Workshop' }),
    creditHours: z.number().optional(),
    credits: z.array(CourseCredit),
    tags: z.array(z.string()),
    skills: z.array(z.string()),
    isActive: z.boolean().meta({ description: 'Whether it is offered in the public catalogue.' }),
    edition: z.int().min(1).meta({ description: 'The number of the current edition: 1, 2, ...' }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'Course' });

const PrerequisiteType = z.enum(['Course', 'Award', 'Experience']);

const Prerequisite = z
  .strictObject({ id: z.guid(), name: z.string(), type: PrerequisiteType })
  .meta({ id: 'CoursePrerequisite', description: 'What a person needs before taking the course.' });

const retakeTexts = {
  months:
    'Within how many months of credits of this course it gives none again; 0: it always does. Absent where the setting of the tenant holds.',
  registration:
    'Whether somebody may register for a class of it in that time; absent where the setting of the tenant holds.',
} as const;
const cancellationText =
  'What cancellations cost in its classes that do not say it themselves; absent where Settings/Registration says it.';
const RetakeRegistration = z.enum(retakeRegistrations).meta({ description: retakeTexts.registration });

const CourseDetail = Course.extend({
  objectTypeId: z.uuid().optional(),
  prerequisites: z.array(Prerequisite),
  certifiedInstructors: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  iconUrl: z.string().optional(),
  hexNameColor: z.string().optional(),
  editionDate: z.iso.datetime().meta({ description: 'When the current edition started.' }),
  retakeMonths: z.int().optional().meta({ description: retakeTexts.months }),
  retakeRegistration: RetakeRegistration.optional(),
  cancellation: CancellationTermsView.optional().meta({ description: cancellationText }),
  uses: z.int().meta({
    description: 'The number of classes and curricula that use it; it can be deleted when there are none.',
  }),
}).meta({ id: 'CourseDetail' });

const CourseEdition = z
  .strictObject({
    courseId: z.uuid(),
    edition: z.int().min(1),
    editionDate: z.iso.datetime().meta({ description: 'When this edition started.' }),
    isPresent: z.boolean(),
    name: z.string(),
    description: z.string().optional(),
    creditHours: z.number().optional(),
    credits: z.array(CourseCredit),
    skills: z.array(z.string()),
    prerequisites: z.array(Prerequisite),
  })
  .meta({
    id: 'CourseEdition',
    description: 'What a course teaches until the next edition; classes refer to the edition they teach.',
  });

const PrerequisiteRequest = z
  .object({
    id: reference.nullish().meta({ description: 'The course or award; not needed for experience.' }),
    name: z
      .string()
      .trim()
      .max(200)
      .nullish()
      .meta({ description: 'Required for experience; courses and awards have their own names.' }),
    type: PrerequisiteType,
  })
  .refine(({ type, id }) => type === 'Experience' || id, {
    path: ['id'],
    message: 'A prerequisite of type Course or Award needs an id.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .refine(({ type, name }) => type !== 'Experience' || name, {
    path: ['name'],
    message: 'A prerequisite of type Experience needs a name.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .meta({ id: 'CoursePrerequisiteRequest' });

/** The fields of a request that creates or changes a course. */
const fields = {
  code: code.or(z.literal('')).nullish(),
  description: z.string().trim().max(4000).nullish(),
  objectTypeId: reference.nullish().meta({ description: 'An object type of Settings.' }),
  creditHours: amount.nullish().meta({ description: 'Hours of instruction.' }),
  credits: creditsInput(10).nullish().meta({ description: 'Credits by type; each type at most once.' }),
  tags: words.nullish(),
  skills: words.nullish(),
  prerequisites: z.array(PrerequisiteRequest).max(30).nullish(),
  certifiedInstructorIds: z
    .array(reference)
    .max(12)
    .nullish()
    .meta({ description: 'People of the directory who are certified to teach it.' }),
  iconUrl: webAddress.nullish(),
  hexNameColor: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'a colour such as #FF5733')
    .nullish(),
  isActive: z.boolean().nullish().meta({ description: 'Default: true.' }),
  retakeMonths: z
    .int()
    .min(0)
    .max(maxRetakeMonths)
    .nullish()
    .meta({ description: retakeTexts.months, example: 24 }),
  retakeRegistration: RetakeRegistration.nullish(),
  cancellation: CancellationTermsInput.nullish().meta({ description: cancellationText }),
} as const;

const CourseCreateRequest = z.object({ name, ...fields }).meta({ id: 'CourseCreateRequest' });
const CourseUpdateRequest = z
  .object({ name: name.nullish(), ...fields })
  .meta({ id: 'CourseUpdateRequest', description: 'Absent fields stay unchanged; null clears a field.' });

export type CreateCourseInput = z.output<typeof CourseCreateRequest>;
export type UpdateCourseInput = z.output<typeof CourseUpdateRequest>;
export type CoursePrerequisiteInput = z.output<typeof PrerequisiteRequest>;

const query = z.object(
  listQuery([
    'name',
    'code',
    'creditHours',
    'createdDate',
    'modifiedDate',
    'isActive',
    'description',
    'objectType',
    'edition',
    'id',
  ]),
);

const id = reference.meta({ description: 'The id of the course.' });
const byId = z.object({ id });
const shared = { area: 'training', tags: ['Courses'] } as const;
const readAccess = { permission: 'training.catalogue.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.courses.write', token: 'tenant' } as const;

export const listCourses = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Courses/List',
  summary: 'List courses',
  description:
    'By name, every page costs the same. Other sort fields read a short entry of each course (25 per read unit); description, objectType and edition read each course (8 per read unit).',
  query,
  responses: { 200: { description: 'A page of courses.', body: z.array(Course), headers: listHeaders } },
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 8 },
  example: { query: { page: 1, pageSize: 5 } },
});

export const getCourse = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Courses/{id}',
  summary: 'Get a course',
  params: byId,
  responses: { 200: { description: 'The course.', body: CourseDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 3, readUnits: 7 },
  example: { params: { id: '{{courseId}}' } },
});

export const createCourse = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Courses',
  summary: 'Create a course',
  body: CourseCreateRequest,
  responses: {
    201: {
      description: 'The course.',
      body: CourseDetail,
      headers: { Location: 'The address of the course.' },
    },
  },
  refuses: ['ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 15, readUnits: 17, writeUnits: 70 },
  example: {
    body: {
      name: 'Grant Administration for Counties',
      code: 'FIN-240',
      description: 'Applying for, drawing down and closing out federal and state grants.',
      objectTypeId: '{{objectTypeId}}',
      creditHours: 6,
      credits: [{ creditTypeId: '{{creditTypeId}}', credits: 6 }],
      tags: ['finance', 'grants'],
      skills: ['Grant reporting'],
      prerequisites: [{ type: 'Course', id: '{{courseId}}' }],
      certifiedInstructorIds: ['{{personId}}'],
    },
  },
});

export const updateCourse = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Courses/{id}',
  summary: 'Update a course',
  description:
    'Absent fields stay unchanged. A change of what is taught (name, description, hours, credits, skills, prerequisites) starts the next edition, and the earlier edition is stored. A prerequisite must not lead back to the course. Send the ETag of the course as If-Match to avoid overwriting changes of others.',
  params: byId,
  body: CourseUpdateRequest,
  responses: { 200: { description: 'The updated course.', body: CourseDetail } },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 8, readUnits: 8, writeUnits: 10 },
  example: { params: { id: '{{courseId}}' }, body: { creditHours: 7.5, tags: ['finance', 'budget'] } },
});

export const deleteCourse = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Courses/{id}',
  summary: 'Delete a course that no class or curriculum uses',
  params: byId,
  responses: { 204: { description: 'The course was deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 7, readUnits: 9, writeUnits: 24 },
  example: { params: { id: '{{spareCourseId}}' } },
});

export const listCourseEditions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Courses/{id}/Editions',
  summary: 'List the editions of a course, newest first',
  params: byId,
  query: z.object({
    page: listQuery(['edition']).page,
    pageSize: listQuery(['edition']).pageSize,
  }),
  responses: {
    200: { description: 'A page of editions.', body: z.array(CourseEdition), headers: listHeaders },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 7 },
  example: { params: { id: '{{courseId}}' } },
});

export const getCourseEdition = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Courses/{id}/Editions/{edition}',
  summary: 'Get one edition of a course',
  params: z.object({
    id,
    edition: z.coerce
      .number()
      .pipe(z.int().min(1).max(999_999))
      .meta({ description: '1, 2, ...', example: 1 }),
  }),
  responses: { 200: { description: 'The edition.', body: CourseEdition } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 7 },
  example: { params: { id: '{{courseId}}', edition: '1' } },
});
