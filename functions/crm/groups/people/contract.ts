// The people of a group as lists, with the filters of people (docs/interface/groups.md#people-of-a-group).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalText } from '../../../../shared/http/lenient.ts';
import { filterRulesWithCustomFields } from '../../../../shared/lists/filter-rules.ts';
import { knownFilters, listBody, listPage } from '../../../../shared/lists/list-body.ts';
import { pageNumberField, pageSizeField } from '../../../../shared/lists/query.ts';
import { peopleFilterFields } from '../../../../shared/people-filter/people-filter.ts';
import { tenantCodeParameter } from '../../own-tenant.ts';
import { ListedPerson } from '../../people/presentation/listed-person.ts';
import { byGroup, example, groupId, ignored, noEffect, readingPeople } from '../access.ts';
import { GroupPerson } from '../schemas.ts';

export const listGroupPeopleInShort = endpoint({
  ...readingPeople,
  method: 'GET',
  path: '/api/v1/groups/get/peoples/lite/{groupId}',
  summary: 'List short views of the people of a group',
  description: 'By name, up to a thousand at once. X-Total-Count says how many there are.',
  params: byGroup,
  query: z.object({
    pageNumber: pageNumberField().meta({ description: 'The number of the page, from 1.', example: 1 }),
    itemCount: pageSizeField({ byDefault: 1000, largest: 1000 }).meta({
      description: 'People per page, 1 to 1000.',
      example: 1000,
    }),
  }),
  responses: {
    200: {
      description: 'The people.',
      body: z.array(z.strictObject({ people: GroupPerson })),
      headers: { 'X-Total-Count': 'The number of people on all pages.' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 12 },
  example,
});

const rules = filterRulesWithCustomFields(peopleFilterFields);
const listFields = z.array(z.unknown()).max(500).nullish().meta({
  description: 'The columns of existing callers; it has no effect, because entries have all of them.',
});
const peopleBody = listBody(
  {
    name: ['lastname', 'fullname', 'firstname'],
    organization: ['organizationname'],
    updated: ['modifieddate'],
    lastlogin: [],
  },
  knownFilters({
    searchText: optionalText(200).meta({ description: 'Words to find.' }),
    selectedDate: ignored(noEffect),
    filterRules: rules,
  }),
)
  .extend({ groupId: ignored(noEffect), fields: listFields })
  .meta({ id: 'GroupPeopleRequest' });

const listing = {
  ...readingPeople,
  access: { ...readingPeople.access, some: 'identity.permissions.read' },
  method: 'POST',
  repeatable: true,
  description:
    'The members, with the filters and orders of List people by filters. By name without filters a page costs the same in any group; what else costs is in the documentation of groups.',
  body: peopleBody,
  responses: {
    200: {
      description: 'A page of people.',
      body: listPage(z.strictObject({ people: ListedPerson })).meta({ id: 'GroupPeople' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 10, readUnits: 20 },
} as const;
const page = {
  itemCount: 10,
  pageNumber: 1,
  sortBy: 'name',
  filterBody: { searchText: '', filterRules: [] },
};
const ofTenant = z.object({ tenantCode: tenantCodeParameter, groupId });
const tenantExample = { params: { tenantCode: '{{tenantCode}}', groupId: '{{groupId}}' } } as const;

export const listGroupPeopleLite = endpoint({
  ...listing,
  path: '/api/v1/groups/GroupPeopleListLite/{groupId}',
  summary: 'List the people of a group',
  params: byGroup,
  example: { ...example, body: page },
});

export const listGroupPeople = endpoint({
  ...listing,
  path: '/api/v1/GroupPeopleList/{tenantCode}/{groupId}',
  summary: 'List the people of a group, with the tenant in the path',
  params: ofTenant,
  example: { ...tenantExample, body: page },
});

export const countGroupPeople = endpoint({
  ...readingPeople,
  access: { ...readingPeople.access, some: 'identity.permissions.read' },
  method: 'POST',
  path: '/api/v1/GroupPeopleListCount/{tenantCode}/{groupId}',
  repeatable: true,
  summary: 'Count the people of a group',
  description: 'Equals the totalCount of the list with the same filters.',
  params: ofTenant,
  body: z
    .object({
      searchText: optionalText(200).meta({ description: 'Words to find.' }),
      filterRules: rules,
      groupId: ignored(noEffect),
      sortBy: ignored(noEffect),
      pageNumber: ignored(noEffect),
      pageSize: ignored(noEffect),
    })
    .meta({ id: 'GroupPeopleCountRequest' }),
  responses: { 200: { description: 'The number of people.', body: z.int() } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 6, readUnits: 12 },
  example: { ...tenantExample, body: { searchText: '', filterRules: [] } },
});

const Choice = z
  .strictObject({ id: z.string().meta({ description: 'What a filter accepts.' }), name: z.string() })
  .meta({ id: 'GroupFilterChoice', description: 'A value by which the people of a group are filtered.' });
const selectedDay = z
  .string()
  .max(30)
  .meta({ description: `The day of the caller. ${noEffect}`, example: '2026-01-15' });

export const listGroupFilterValues = endpoint({
  ...readingPeople,
  method: 'GET',
  path: '/api/v1/list/people/{field}/{date}/{groupId}',
  summary: 'List the values by which the people of a group are filtered',
  description:
    'Of groups with up to 500 people the values that they have; of larger ones those of all people.',
  params: z.object({
    field: z
      .enum(['department', 'position', 'persontype', 'organization'])
      .meta({ description: 'Which values.', example: 'position' }),
    date: selectedDay,
    groupId,
  }),
  responses: { 200: { description: 'The values, in alphabetical order.', body: z.array(Choice) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 7, readUnits: 12 },
  example: { params: { field: 'position', date: '2026-01-15', groupId: '{{groupId}}' } },
});

export const listGroupFieldValues = endpoint({
  ...readingPeople,
  method: 'GET',
  path: '/api/v1/GetCustomFieldFilterData/{fieldConfigurationId}/{selectedDate}/{groupId}',
  summary: 'List the values of a custom field by which the people of a group are filtered',
  description: 'The allowed values of the field; none where any value is valid.',
  params: z.object({
    fieldConfigurationId: z.guid().meta({ description: 'The id of a custom field of people.' }),
    selectedDate: selectedDay,
    groupId,
  }),
  responses: { 200: { description: 'The values.', body: z.array(Choice) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 8 },
  example: {
    params: {
      ...{ fieldConfigurationId: '{{customFieldId}}', selectedDate: '2026-01-15', groupId: '{{groupId}}' },
    },
  },
});
