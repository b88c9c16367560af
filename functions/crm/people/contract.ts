// People: the members, contacts and officials of a tenant (docs/interface/crm.md#people, #person-fields).
import * as z from 'zod';
import { Person } from '../../../shared/directory/people/person.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { blankToUndefined, optionalBoolean, optionalText } from '../../../shared/http/lenient.ts';
import { filterRulesWithCustomFields } from '../../../shared/lists/filter-rules.ts';
import { commonFilters, knownFilters, listBody, listPage } from '../../../shared/lists/list-body.ts';
import { peopleFilterFields } from '../../../shared/people-filter/people-filter.ts';
import {
  listQuery,
  pageSchema,
  pagingBodyWithRules,
  searchesField,
  searchPageSchema,
  searchQuery,
} from '../lists/list.ts';
import { tenantCodeParameter } from '../own-tenant.ts';
import { ListedPerson } from './presentation/listed-person.ts';
import {
  InlinePersonRequest,
  PersonFieldsRequest,
  PersonHeaderRequest,
  PersonRequest,
} from './presentation/schemas.ts';

const shared = {
  area: 'crm',
  tags: ['People'],
  access: { permission: 'crm.people.read', token: 'required' },
} as const;

export const listPeople = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/people',
  summary: 'List people by name',
  description:
    'People by last name, first name and id, regardless of case and accents. Follow nextCursor to read all of them; pageIndex returns any page at the same cost.',
  query: listQuery({ byDefault: 50, largest: 1000 }),
  responses: {
    200: { description: 'A page of people.', body: pageSchema(Person).meta({ id: 'PersonList' }) },
  },
  budget: { roundTrips: 5, readUnits: 18 },
  example: { query: { pageIndex: 0, pageSize: 5 } },
});

/** Filters and fields about the users of people need another permission (account.ts). */
const listing = {
  ...shared,
  access: { ...shared.access, some: 'identity.permissions.read' },
} as const;
const byId = z.object({ id: z.guid().meta({ description: 'The id of the person.' }) });
const writing = { ...shared, access: { permission: 'crm.people.write', token: 'required' } } as const;
const person = { description: 'The person.', body: Person };
const createdPerson = { ...person, headers: { Location: 'The URL of the person.' } };

export const getPerson = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/people/{id}',
  summary: 'Get a person',
  params: byId,
  responses: { 200: person },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example: { params: { id: '{{personId}}' } },
});

export const getPersonByEmail = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/GetPersonDetailByEmail/{email}/{tenantCode}',
  summary: 'Get a person by email address',
  description:
    'By any of the addresses, in any case. Callers who do not see the addresses of others find only themselves. An address of several people is refused with their ids.',
  params: z.object({
    email: z.string().max(254).meta({ description: 'The whole address.', example: 'ada@example.org' }),
    tenantCode: tenantCodeParameter,
  }),
  responses: { 200: person },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 8 },
  example: { params: { email: 'milo.vance@example.org', tenantCode: '{{tenantCode}}' } },
});

export const createPerson = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/people',
  summary: 'Create a person',
  body: PersonRequest,
  responses: { 201: createdPerson },
  budget: { roundTrips: 7, readUnits: 11, writeUnits: 46 },
  example: {
    body: {
      firstName: 'Ottilie',
      lastName: 'Brandvold',
      emails: [
        { value: 'ottilie.brandvold@rivertown.example', type: 'Work' },
        { value: 'ottilie@brandvold.example', type: 'Private' },
      ],
      phones: [{ value: '410-555-0171', type: 'Mobile' }],
      organizationId: '{{organizationId}}',
      positions: [{ organizationId: '{{organizationId}}', title: 'Treasurer', startDate: '2024-01-01' }],
      addresses: [
        { street: '12 Harbor Street', city: 'Rivertown', state: 'MD', zipCode: '21401', country: 'US' },
      ],
    },
  },
});

export const createPersonInline = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/people/CreatePersonInline/{organizationId}',
  summary: 'Create a person in an organization',
  params: z.object({
    organizationId: z.guid().meta({ description: 'The id of the main organization of the new person.' }),
  }),
  body: InlinePersonRequest,
  responses: { 201: createdPerson },
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 6, readUnits: 9, writeUnits: 34 },
  example: {
    params: { organizationId: '{{organizationId}}' },
    body: { firstName: 'Ottilie', lastName: 'Brandvold', email: 'ottilie@brandvold.example' },
  },
});

export const updatePerson = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/people/{id}',
  summary: 'Update a person',
  description:
    'Replaces the whole person: fields that are not sent are removed. Offices and an uploaded photo stay as they are, and so do email addresses that the caller may not see and does not send. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: PersonRequest,
  responses: { 200: person },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 8, readUnits: 11, writeUnits: 29 },
  example: {
    params: { id: '{{personId}}' },
    body: { firstName: 'Ada', lastName: 'Fairweather', email: 'ada.fairweather@example.org', title: 'Clerk' },
  },
});

export const patchPerson = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/v1/people/{id}',
  summary: 'Change fields of a person',
  description:
    'Changes the fields that are sent (RFC 7396): null removes a field, and a list replaces the whole list. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: PersonFieldsRequest,
  responses: { 200: person },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 8, readUnits: 11, writeUnits: 7 },
  example: { params: { id: '{{personId}}' }, body: { title: 'County clerk', secondaryEmail: null } },
});

export const updatePersonHeader = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/people/UpdatePersonHeader/{id}',
  summary: "Change the head of a person's profile",
  description: 'Changes the fields that are sent; an empty imageThumbUrl removes the picture.',
  params: byId,
  body: PersonHeaderRequest,
  responses: { 200: person },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 8, readUnits: 11, writeUnits: 66 },
  example: { params: { id: '{{personId}}' }, body: { firstName: 'Ada', lastName: 'Fairweather-Lund' } },
});

export const deactivatePerson = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/people/{id}/Deactivate',
  summary: 'Deactivate a person',
  description: "An inactive person keeps all records, can't register for classes, and gets no notifications.",
  params: byId,
  responses: { 200: person },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 14 },
  example: { params: { id: '{{personId}}' } },
});

export const reactivatePerson = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/people/{id}/Reactivate',
  summary: 'Reactivate a person',
  params: byId,
  responses: { 200: person },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 7 },
  example: { params: { id: '{{personId}}' } },
});

export const listPeoplePage = endpoint({
  ...listing,
  method: 'POST',
  path: '/api/v1/people/PeoplePagingList',
  repeatable: true,
  summary: 'List people by page or search',
  description:
    'Without a filter every page of people by name, like GET /api/v1/people, with the exact total. With searchText the people found by it, see Search people. With filterRules the people who pass them, by name, a page at a time: a page reads at most 9,000 short entries, thirty per read unit, and so may be short, or empty, and still have a nextCursor.',
  body: pagingBodyWithRules(
    filterRulesWithCustomFields(peopleFilterFields).meta({
      description:
        'Filters by position, department, person type, organization (id or name), status, tag, months in positions, id and custom field (by its id), as in NewPeoplePagingList. Pages are followed by nextCursor.',
    }),
  ).meta({ id: 'PeoplePagingRequest' }),
  responses: {
    200: { description: 'A page of people.', body: searchPageSchema(Person).meta({ id: 'PeoplePage' }) },
  },
  budget: { roundTrips: 7, readUnits: 25 },
  example: { body: { pageIndex: 0, pageSize: 5, filter: { searchText: '' } } },
});

export const searchPeople = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/people/SearchPeopleList/{searchText}',
  repeatable: true,
  summary: 'Search people',
  description:
    'Finds the people who have, for each word of the search, a word that begins with it among their names, the name of their organization and their ids in other systems, regardless of case and accents. A text with an @ is the beginning of an email address, or of a domain such as @example.org, for callers who see addresses. A text of digits finds telephone numbers and ids from their last digits. Words that are equal to the searched one come before longer ones, then by name.',
  params: z.object({
    searchText: z.string().max(200).meta({ description: 'The words to find.', example: 'fair' }),
  }),
  query: searchQuery,
  responses: {
    200: { description: 'The people found.', body: searchPageSchema(Person).meta({ id: 'FoundPeople' }) },
  },
  budget: { roundTrips: 7, readUnits: 25 },
  example: { params: { searchText: 'fair' }, query: { pageSize: 10 } },
});

export const listPeopleFiltered = endpoint({
  ...listing,
  method: 'POST',
  path: '/api/v1/People/NewPeoplePagingList',
  repeatable: true,
  summary: 'List people by filters',
  description:
    'The list of existing callers: filters by position, department, person type, organization (id or name), status, tag, role of the user, months in positions (totalTimeWorked: ranges such as 12-36, 60- or -11), id and custom field (by its id), in any order. Users of people, and filters and orders by them, need identity.permissions.read. By name without filters a page costs the same wherever it is; people chosen by their ids or by the ids of organizations are read alone; otherwise the short entries of all people are read, about thirty per read unit. A search lists the first 500 that it finds, see Search people.',
  body: listBody(
    {
      name: ['lastname', 'fullname', 'firstname'],
      organization: ['organizationname'],
      updated: ['modifieddate'],
      lastlogin: [],
    },
    knownFilters({
      ...commonFilters,
      searchEmailText: optionalText(254).meta({ description: 'The beginning of an email address.' }),
      searchContactText: optionalText(254).meta({
        description: 'The last digits of a telephone number, or the beginning of an email address.',
      }),
      search: searchesField,
      filterRules: filterRulesWithCustomFields(peopleFilterFields),
      onlyFavorite: optionalBoolean().meta({ description: 'Only the favorites of the caller.' }),
      allPeoplePermission: z
        .preprocess(blankToUndefined, z.object({ viewDeactivatedPeople: optionalBoolean() }).optional())
        .optional()
        .meta({ description: 'viewDeactivatedPeople: false leaves deactivated people out.' }),
    }),
  ).meta({ id: 'PeopleListRequest' }),
  responses: {
    200: {
      description: 'A page of people.',
      body: listPage(z.strictObject({ people: ListedPerson })).meta({ id: 'ListedPeople' }),
    },
  },
  budget: { roundTrips: 10, readUnits: 40 },
  example: {
    body: {
      itemCount: 5,
      pageNumber: 1,
      sortBy: 'name',
      filterBody: { filterRules: [{ fieldId: 'status', filterType: 4, selectedValues: ['Active'] }] },
    },
  },
});
