// The public catalogue of awards as existing callers read it (docs/interface/training.md#catalogue-of-awards): the
// active awards.
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { listPage } from '../../../../shared/lists/list-body.ts';
import { Curriculum } from '../../awards/curriculum/schemas.ts';
import { reference } from '../../courses/schemas.ts';
import {
  catalogueConfigs,
  catalogueFilters,
  catalogueRequests,
  countResponse,
  DayExtent,
} from '../catalogue-contract.ts';
import { Icon } from '../courses/schemas.ts';

const requests = catalogueRequests(
  'Award',
  { name: [], price: [], createdDate: ['createdOn', 'created'] },
  catalogueFilters('awards'),
);
export type AwardFilter = z.output<typeof requests.count>;

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
    currency: z.string().meta({ description: 'ISO 4217, of the price.', example: 'USD' }),
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
    currency: z.string().meta({ description: 'ISO 4217, of the price.', example: 'USD' }),
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
const configs = catalogueConfigs('Awards', 'training.awards.read');

export const listCatalogueAwards = endpoint({
  ...configs.search,
  path: '/api/v1/Public/AwardListPublic',
  summary: 'List the awards of the public catalogue',
  description: 'By name and without filters, every page costs the same.',
  body: requests.list,
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
});

export const countCatalogueAwards = endpoint({
  ...configs.count,
  path: '/api/v1/Public/Award/PublicFilteredRecordCount',
  summary: 'Count the awards of the public catalogue',
  body: requests.count,
  responses: countResponse('awards'),
  budget: { roundTrips: 2, readUnits: 5 },
  example: { body: { searchText: 'county', tags: [] } },
});

export const getCatalogueAward = endpoint({
  ...configs.get,
  path: '/api/v1/Public/getAwardById/{id}',
  summary: 'Get an award of the public catalogue',
  params: byId,
  responses: { 200: { description: 'The award.', body: CatalogueAwardDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { id: '{{awardId}}' } },
});

export const getCatalogueCurriculum = endpoint({
  ...configs.get,
  path: '/api/v1/Awards/{id}/GetPublicAwardCourseCurriculum',
  summary: 'Get the curriculum of an award of the public catalogue',
  params: byId,
  responses: { 200: { description: 'The curriculum.', body: Curriculum } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 9 },
  example: { params: { id: '{{curriculumAwardId}}' } },
});

export const listAwardTags = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Award/GetAllTags/{date}',
  summary: 'List the tags that awards can be filtered by',
  responses: { 200: { description: 'The tags in alphabetical order.', body: z.array(z.string()) } },
  budget: { roundTrips: 2, readUnits: 5 },
});

export const getAwardDates = endpoint({
  ...configs.onDay,
  path: '/api/v1/Public/Award/GetMinMaxAwardDate/{date}',
  summary: 'Get the first and last day on which awards were created',
  responses: { 200: { description: 'The first and the last day.', body: DayExtent } },
  budget: { roundTrips: 2, readUnits: 5 },
});
