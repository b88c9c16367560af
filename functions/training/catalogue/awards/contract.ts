// The public catalogue of awards as existing callers read it (docs/interface/training.md#catalogue-of-awards): the
// active awards.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { Curriculum } from '../../awards/curriculum/schemas.ts';
import { reference } from '../../courses/schemas.ts';
import { commonFilters, day, dayRange, listBody, listPage, textList } from '../../list-body.ts';
import { DayExtent, Icon } from '../courses/schemas.ts';

const awardFilters = {
  ...commonFilters,
  tags: textList().meta({ description: 'Tags; awards with any of them.' }),
  createdDateRange: dayRange(),
} as const;

const AwardListRequest = listBody(
  { name: [], price: [], createdDate: ['createdOn', 'created'] },
  awardFilters,
).meta({ id: 'CatalogueAwardListRequest' });

const AwardCountRequest = z.object(awardFilters).meta({
  id: 'CatalogueAwardCountRequest',
  description: 'The filters of the list, without filterBody around them.',
});
export type AwardFilter = z.output<typeof AwardCountRequest>;

const validity = z
  .string()
  .nullable()
  .meta({ description: 'How long it is valid; null when it does not expire.', example: '3 years' });

const CatalogueAward = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    icon: z.string().nullable(),
    price: z.number().nullable(),
    objectType: z.string().nullable(),
    validity,
    courses: z.int().meta({ description: 'The number of courses in its curriculum.' }),
    register: z.boolean().meta({ description: 'Whether people may register for it themselves.' }),
    tags: z.array(z.string()),
    createdOn: z.iso.datetime(),
    createdBy: z.strictObject({ name: z.string().nullable(), imageThumbUrl: z.string().nullable() }),
  })
  .meta({ id: 'CatalogueAward' });

const Prerequisite = z
  .strictObject({ id: z.guid(), name: z.string(), icon: Icon })
  .meta({ id: 'CataloguePrerequisite' });

const CatalogueAwardDetail = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    icon: z.string().nullable(),
    description: z.string().nullable(),
    objectType: z.string().nullable(),
    requirement: z.string().nullable(),
    validity,
    price: z.number().nullable(),
    awardTags: z.array(z.string()),
    skills: z.array(z.string()),
    preRequisiteCourses: z.array(Prerequisite),
    preRequisiteAwards: z.array(Prerequisite),
    contactPersons: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        email: z.string().nullable(),
        imageThumbUrl: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'CatalogueAwardDetail' });

const byId = z.object({ id: reference.meta({ description: 'The id of the award.' }) });
const byDay = z.object({ date: day().meta({ description: 'Only what existed at the end of that day.' }) });
const shared = {
  area: 'training',
  tags: ['Awards'],
  access: { permission: 'training.awards.read', token: 'tenant' },
} as const;
const today = { params: { date: '2099-12-31' } };

export const listCatalogueAwards = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Public/AwardListPublic',
  summary: 'List the awards of the public catalogue',
  description: 'By name and without filters, every page costs the same.',
  body: AwardListRequest,
  responses: {
    200: {
      description: 'A page of awards.',
      body: listPage(CatalogueAward).meta({ id: 'CatalogueAwardList' }),
    },
  },
  budget: { roundTrips: 6, readUnits: 15 },
  example: {
    body: {
      itemCount: 5,
      pageNumber: 1,
      sortBy: 'name',
      sortDirection: 'asc',
      filterBody: { searchText: '', tags: [] },
    },
  },
  repeatable: true,
});

export const countCatalogueAwards = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Public/Award/PublicFilteredRecordCount',
  summary: 'Count the awards of the public catalogue',
  description: 'Equals the totalCount of the list with the same filters.',
  body: AwardCountRequest,
  responses: { 200: { description: 'The number of awards.', body: z.int() } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { body: { searchText: 'county', tags: [] } },
  repeatable: true,
});

export const getCatalogueAward = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/getAwardById/{id}',
  summary: 'Get an award of the public catalogue',
  params: byId,
  responses: { 200: { description: 'The award.', body: CatalogueAwardDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { id: '{{awardId}}' } },
});

export const getCatalogueCurriculum = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Awards/{id}/GetPublicAwardCourseCurriculum',
  summary: 'Get the curriculum of an award of the public catalogue',
  params: byId,
  responses: { 200: { description: 'The curriculum.', body: Curriculum } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 9 },
  example: { params: { id: '{{curriculumAwardId}}' } },
});

export const listAwardTags = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/Award/GetAllTags/{date}',
  summary: 'List the tags that awards can be filtered by',
  params: byDay,
  responses: { 200: { description: 'The tags in alphabetical order.', body: z.array(z.string()) } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: today,
});

export const getAwardDates = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Public/Award/GetMinMaxAwardDate/{date}',
  summary: 'Get the first and last day on which awards were created',
  params: byDay,
  responses: { 200: { description: 'The first and the last day.', body: DayExtent } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: today,
});
