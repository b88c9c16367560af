// The curriculum of an award: which courses and credits earn it (docs/interface/training.md#curriculum).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { creditsInput, reference } from '../../courses/schemas.ts';
import { listHeaders, listQuery } from '../../listing/listing.ts';
import { CreditRulesRequest } from './credit-rules-schemas.ts';
import { Curriculum } from './schemas.ts';

const courseIds = z.array(reference).max(40);

const CurriculumRequest = z
  .object({
    requiredCourseIds: courseIds
      .nullish()
      .meta({ description: 'Courses that everyone must take, in order.' }),
    electiveCourseIds: courseIds.nullish().meta({ description: 'Courses to choose electives from.' }),
    electivesNeeded: z
      .int()
      .min(0)
      .max(40)
      .nullish()
      .meta({ description: 'At most the number of electives.' }),
    minimumCredits: creditsInput(8).nullish().meta({ description: 'Minimum credits of each type.' }),
    renewalCredits: creditsInput(8).nullish().meta({
      description: 'Minimum credits of each type for a renewal; the same as minimumCredits when null.',
    }),
    creditRules: CreditRulesRequest.nullish().meta({
      description: 'Rules of the credits that earn the award, in addition to minimumCredits.',
    }),
    renewalCreditRules: CreditRulesRequest.nullish().meta({
      description: 'Rules of the credits of a renewal; the same as creditRules when null.',
    }),
  })
  .meta({
    id: 'CurriculumRequest',
    description:
      'Absent fields stay unchanged; null clears a field. At most 40 courses and 8 credit types in all.',
  });
export type UpdateCurriculumInput = z.output<typeof CurriculumRequest>;

const id = reference.meta({ description: 'The id of the award.' });
const byId = z.object({ id });
const shared = { area: 'training', tags: ['Awards'] } as const;
const readAccess = { permission: 'training.catalogue.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.courses.write', token: 'tenant' } as const;
const { page, pageSize } = listQuery(['version']);

export const getCurriculum = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awards/{id}/Curriculum',
  summary: 'Get the curriculum of an award',
  params: byId,
  responses: {
    200: { description: 'The curriculum; an empty one when the award has none.', body: Curriculum },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 5, readUnits: 8 },
  example: { params: { id: '{{curriculumAwardId}}' } },
});

export const updateCurriculum = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Awards/{id}/Curriculum',
  summary: 'Set the curriculum of an award',
  description:
    'Sets which courses and credits earn the award. Absent fields stay unchanged, and the earlier version is stored. A required course must not need the award itself, also not through other courses and awards. Existing certifications are still evaluated by the version they were awarded by. Send the ETag of the curriculum as If-Match to avoid overwriting changes of others.',
  params: byId,
  body: CurriculumRequest,
  responses: { 200: { description: 'The updated curriculum.', body: Curriculum } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 9, readUnits: 13, writeUnits: 18 },
  example: {
    params: { id: '{{curriculumAwardId}}' },
    body: {
      requiredCourseIds: ['{{courseId}}'],
      electivesNeeded: 1,
      minimumCredits: [{ creditTypeId: '{{creditTypeId}}', credits: 12 }],
      renewalCreditRules: {
        total: 40,
        limits: [
          { creditTypeIds: ['{{creditTypeId}}'], minimum: 4 },
          { attendanceModes: ['selfStudy'], maximum: 10 },
        ],
        rounding: { unit: 0.5, direction: 'down' },
        carryOver: { maximum: 6 },
      },
    },
  },
});

export const listCurriculumVersions = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awards/{id}/Curriculum/Versions',
  summary: 'List the versions of a curriculum',
  description: 'The newest version first. Courses have their present names and credits.',
  params: byId,
  query: z.object({ page, pageSize }),
  responses: { 200: { description: 'A page of versions.', body: z.array(Curriculum), headers: listHeaders } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 6, readUnits: 9 },
  example: { params: { id: '{{curriculumAwardId}}' } },
});

export const getCurriculumVersion = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awards/{id}/Curriculum/Versions/{version}',
  summary: 'Get one version of a curriculum',
  params: z.object({
    id,
    version: z.coerce
      .number()
      .pipe(z.int().min(1).max(999_999))
      .meta({ description: '1, 2, ...', example: 1 }),
  }),
  responses: { 200: { description: 'The version.', body: Curriculum } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 6, readUnits: 9 },
  example: { params: { id: '{{curriculumAwardId}}', version: '1' } },
});
