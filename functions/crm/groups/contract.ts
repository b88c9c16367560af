// Groups of people, hubs in the words of existing callers (docs/interface/groups.md).
import * as z from 'zod';
import { conversionTo } from '../../../shared/data/conversions.ts';
import { MAX_OWNERS } from '../../../shared/directory/group.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { optionalText } from '../../../shared/http/lenient.ts';
import { filterRulesWithCustomFields } from '../../../shared/lists/filter-rules.ts';
import { commonFilters, listBody, listPage } from '../../../shared/lists/list-body.ts';
import { pageNumberField, pageSizeField } from '../../../shared/lists/query.ts';
import { peopleFilterFields } from '../../../shared/people-filter/people-filter.ts';
import { wholeListQuery, wholeListSchema } from '../committees/whole-list.ts';
import { textField } from '../fields.ts';
import { searchPageSchema, searchQuery } from '../list.ts';
import { tenantCodeParameter } from '../own-tenant.ts';
import { ListedPerson } from '../people/listed-person.ts';
import {
  Group,
  GroupExclusionView,
  GroupFieldsRequest,
  GroupPerson,
  GroupRequest,
  GroupRequestView,
  GroupView,
  peopleField,
} from './schemas.ts';

const shared = { area: 'crm', tags: ['Groups'] } as const;
/** Public groups are shown without a token, where the tenant allows it; their people are not. */
const reading = { ...shared, access: { permission: 'crm.groups.read', token: 'tenant' } } as const;
const readingPeople = { ...shared, access: { permission: 'crm.people.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.groups.write', token: 'required' } } as const;
/** What a filter is about, only those may read who may read people. */
const someReadPeople = { some: 'crm.people.read' } as const;
/** The owners of a group change it, and whoever has the permission. */
const owning = {
  ...shared,
  access: { permission: 'own', others: 'crm.groups.write', token: 'required' },
} as const;
const groupId = z.guid().meta({ description: 'The id of the group.' });
const byGroup = z.object({ groupId });
const group = { description: 'The group.', body: Group };
const example = { params: { groupId: '{{groupId}}' } } as const;
const ignored = (description: string) => z.unknown().optional().meta({ description });
const noEffect = 'Sent by existing callers; it has no effect.';

/** The most people that one request adds or removes: a transaction writes them with their places in the list. */
export const MAX_CHANGED = 30;

export const listGroups = endpoint({
  ...reading,
  method: 'POST',
  path: '/api/v1/groups/list',
  repeatable: true,
  summary: 'List groups',
  description:
    'The groups that the caller sees, by name. A page costs the same in any list; a search lists the first 500 that it finds. Without a token, where the access policy admits it, only public groups, without their owners.',
  body: listBody(
    { name: ['title'] },
    { searchText: commonFilters.searchText, selectedDate: ignored(noEffect) },
  ).meta({ id: 'GroupListRequest' }),
  responses: {
    200: {
      description: 'A page of groups.',
      body: listPage(z.strictObject({ groupView: GroupView })).meta({ id: 'GroupList' }),
    },
  },
  budget: { roundTrips: 7, readUnits: 14 },
  example: { body: { itemCount: 10, pageNumber: 1, sortBy: 'name', filterBody: { searchText: '' } } },
});

export const countAllGroups = endpoint({
  ...reading,
  method: 'POST',
  path: '/api/v1/groups/list/count',
  repeatable: true,
  summary: 'Count groups',
  description: 'Equals the totalCount of the list.',
  body: z
    .preprocess(conversionTo({ to: 'object' }), z.object({ searchText: commonFilters.searchText }))
    .meta({ id: 'GroupCountRequest' }),
  responses: { 200: { description: 'The number of groups.', body: z.int() } },
  budget: { roundTrips: 4, readUnits: 8 },
  example: { body: {} },
});

export const getGroup = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/groups/get/{groupId}',
  summary: 'Get a group',
  params: byGroup,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example,
});

export const listGroupOwners = endpoint({
  ...readingPeople,
  method: 'GET',
  path: '/api/v1/groups/GetGroupOwner/list/{groupId}',
  summary: 'List the owners of a group',
  params: byGroup,
  responses: {
    200: {
      description: 'The owners.',
      body: z
        .strictObject({
          people: z.array(
            z
              .strictObject({
                peopleId: z.uuid(),
                firstName: z.string().nullable(),
                lastName: z.string().nullable(),
                fullName: z.string().meta({ example: 'Ada Fairweather' }),
                primaryEmail: z.strictObject({ value: z.string() }).nullable(),
              })
              .meta({ id: 'GroupOwner' }),
          ),
        })
        .meta({ id: 'GroupOwners' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 8 },
  example,
});

export const listGroupPeopleInShort = endpoint({
  ...readingPeople,
  method: 'GET',
  path: '/api/v1/groups/get/peoples/lite/{groupId}',
  summary: 'List the people of a group in short',
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
  {
    searchText: optionalText(200).meta({ description: 'Words to find.' }),
    selectedDate: ignored(noEffect),
    filterRules: rules,
  },
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

export const createGroup = endpoint({
  ...writing,
  access: { ...writing.access, ...someReadPeople },
  method: 'POST',
  path: '/api/v1/groups',
  summary: 'Create a group',
  description:
    'With filterBody or viewId whoever passes the filter is a member, too; that needs crm.people.read.',
  body: GroupRequest,
  responses: { 201: { ...group, headers: { Location: 'The URL of the group.' } } },
  refuses: ['CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 60 },
  example: {
    body: { name: 'Convention helpers', description: 'Who welcomes guests.', ownerIds: ['{{personId}}'] },
  },
});

export const patchGroup = endpoint({
  ...owning,
  access: { ...owning.access, ...someReadPeople },
  method: 'PATCH',
  path: '/api/v1/groups/{groupId}',
  summary: 'Change fields of a group',
  description:
    'Changes the fields that are sent (RFC 7396); null removes a field. By an owner, or with crm.groups.write; a filter also needs crm.people.read. Send the ETag as If-Match to prevent lost updates.',
  params: byGroup,
  body: GroupFieldsRequest,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 60 },
  example: { ...example, body: { description: 'Clerks of all counties.' } },
});

export const deactivateGroup = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/groups/{groupId}/Deactivate',
  summary: 'Deactivate a group',
  description: 'Only its owners and callers with crm.groups.write see it then. Its members stay.',
  params: byGroup,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 40 },
  example,
});

export const reactivateGroup = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/groups/{groupId}/Reactivate',
  summary: 'Reactivate a group',
  params: byGroup,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 40 },
  example,
});

export const setGroupOwners = endpoint({
  ...owning,
  method: 'PUT',
  path: '/api/v1/groups/{groupId}/Owners',
  summary: 'Set the owners of a group',
  description:
    'All of them: who is not sent is an owner no longer and stays a member; who is not a member becomes one. By an owner, or with crm.groups.write.',
  params: byGroup,
  body: z
    .object({
      ownerIds: peopleField(MAX_OWNERS).meta({ description: `The ids of up to ${MAX_OWNERS} people.` }),
    })
    .meta({ id: 'GroupOwnersRequest' }),
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 40 },
  example: { ...example, body: { ownerIds: ['{{personId}}'] } },
});

const ids = (description: string) => z.array(z.uuid()).meta({ description });

export const addGroupMembers = endpoint({
  ...owning,
  method: 'POST',
  path: '/api/v1/groups/{groupId}/Members',
  summary: 'Add members to a group',
  description: `Up to ${MAX_CHANGED} people, all or none. By an owner, or with crm.groups.write.`,
  params: byGroup,
  body: z
    .object({ personIds: peopleField(MAX_CHANGED).meta({ description: 'The ids of the people.' }) })
    .meta({ id: 'GroupMembersRequest' }),
  responses: {
    200: {
      description: 'Who was added, and who was a member already.',
      body: z
        .strictObject({ added: ids('The new members.'), present: ids('Who was a member before.') })
        .meta({ id: 'AddedGroupMembers' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  ifMatch: 'ignored',
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 40 },
  example: { ...example, body: { personIds: ['{{personId}}'] } },
});

export const removeGroupMembers = endpoint({
  ...owning,
  method: 'POST',
  path: '/api/v1/groups/{groupId}/Members/Remove',
  summary: 'Remove members from a group',
  description: `Up to ${MAX_CHANGED} people, all or none; who was an owner is one no longer. By an owner, or with crm.groups.write. Everybody may remove themselves.`,
  params: byGroup,
  body: z
    .object({ personIds: peopleField(MAX_CHANGED).meta({ description: 'The ids of the people.' }) })
    .meta({ id: 'RemoveGroupMembersRequest' }),
  responses: {
    200: {
      description: 'Who was removed, and who was no member.',
      body: z
        .strictObject({ removed: ids('The former members.'), absent: ids('Who was no member.') })
        .meta({ id: 'RemovedGroupMembers' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  ifMatch: 'ignored',
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 40 },
  example: { ...example, body: { personIds: ['{{personId}}'] } },
});

const exclusionExample = { params: { groupId: '{{groupId}}', personId: '{{personId}}' } } as const;

export const listGroupExclusions = endpoint({
  ...owning,
  method: 'GET',
  path: '/api/v1/groups/{groupId}/Exclusions',
  summary: 'List who is excluded from a group',
  description:
    'Who left or was removed while the group had a filter, the first one first: the filter does not bring them back. For an owner, or with crm.groups.write.',
  params: byGroup,
  query: searchQuery,
  responses: {
    200: {
      description: 'A page of people.',
      body: searchPageSchema(GroupExclusionView).meta({ id: 'GroupExclusionPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 10 },
  example,
});

export const endGroupExclusion = endpoint({
  ...owning,
  method: 'DELETE',
  path: '/api/v1/groups/{groupId}/Exclusions/{personId}',
  summary: 'End the exclusion of somebody from a group',
  description:
    'The person is a member again after passing the filter. By an owner, or with crm.groups.write.',
  params: z.object({ groupId, personId: z.guid().meta({ description: 'The id of the person.' }) }),
  responses: { 204: { description: 'The person is not excluded.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 6 },
  example: exclusionExample,
});

const membershipRequest = { description: 'The request.', body: GroupRequestView };
const byPerson = z.object({
  groupId,
  personId: z.guid().meta({ description: 'The id of the person who asks.' }),
});
const askingExample = { params: { groupId: '{{groupId}}', personId: '{{askingPersonId}}' } } as const;

export const askToJoinGroup = endpoint({
  ...shared,
  access: { permission: 'own', token: 'required' },
  method: 'POST',
  path: '/api/v1/groups/{groupId}/Requests',
  summary: 'Ask to become a member of a group',
  description:
    'For the person of the caller, in any group that the caller sees. Asking again changes the message.',
  params: byGroup,
  body: z
    .object({ message: textField(500).meta({ example: 'I run elections in Rivertown.' }) })
    .meta({ id: 'GroupMembershipRequestRequest' }),
  responses: { 200: membershipRequest },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 8 },
  example: {
    params: { groupId: '{{openGroupId}}' },
    body: { message: 'I run elections in Rivertown.' },
  },
});

export const withdrawGroupRequest = endpoint({
  ...shared,
  access: { permission: 'own', token: 'required' },
  method: 'DELETE',
  path: '/api/v1/groups/{groupId}/Requests',
  summary: 'Withdraw a request to become a member of a group',
  description: 'The pending one of the caller, if there is one.',
  params: byGroup,
  responses: { 204: { description: 'There is no pending request.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 8, writeUnits: 6 },
  example,
});

export const listMembershipRequests = endpoint({
  ...owning,
  method: 'GET',
  path: '/api/v1/groups/{groupId}/Requests',
  summary: 'List the requests to become a member of a group',
  description: 'The pending ones, the oldest first. For an owner, or with crm.groups.write.',
  params: byGroup,
  query: wholeListQuery({}),
  responses: {
    200: {
      description: 'A page of requests.',
      body: wholeListSchema(GroupRequestView).meta({ id: 'GroupMembershipRequestPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  budget: { roundTrips: 4, readUnits: 10 },
  example,
});

const deciding = {
  ...owning,
  method: 'POST',
  params: byPerson,
  responses: { 200: { ...membershipRequest, description: 'The decided request.' } },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED'],
  ifMatch: 'ignored',
  budget: { roundTrips: 8, readUnits: 14, writeUnits: 16 },
  example: askingExample,
} as const;

export const acceptGroupRequest = endpoint({
  ...deciding,
  path: '/api/v1/groups/{groupId}/Requests/{personId}/Accept',
  summary: 'Accept a request to become a member of a group',
  description: 'The person becomes a member. By an owner, or with crm.groups.write.',
});

export const refuseGroupRequest = endpoint({
  ...deciding,
  path: '/api/v1/groups/{groupId}/Requests/{personId}/Refuse',
  summary: 'Refuse a request to become a member of a group',
  description: 'The person finds it refused, and may ask again. By an owner, or with crm.groups.write.',
});
