// Groups of people, hubs in the words of existing callers (docs/interface/groups.md).
import * as z from 'zod';
import { MAX_OWNERS } from '../../../shared/directory/groups/group.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { commonFilters, knownFilters, listBody, listPage } from '../../../shared/lists/list-body.ts';
import { conversionTo } from '../../../shared/values/conversions.ts';
import { byGroup, example, ignored, noEffect, owning, reading, readingPeople, writing } from './access.ts';
import { Group, GroupFieldsRequest, GroupRequest, GroupView, peopleField } from './schemas.ts';

const group = { description: 'The group.', body: Group };
/** What a filter is about, only those may read who may read people. */
const someReadPeople = { some: 'crm.people.read' } as const;

export const listGroups = endpoint({
  ...reading,
  also: [...reading.also, 'crm.people.read'],
  method: 'POST',
  path: '/api/v1/groups/list',
  repeatable: true,
  summary: 'List groups',
  description:
    'The groups that the caller sees, by name. A page costs the same in any list; a search lists the first 500 that it finds. Without a token, where the access policy admits it, only public groups, without their owners.',
  body: listBody(
    { name: ['title'] },
    knownFilters({ searchText: commonFilters.searchText, selectedDate: ignored(noEffect) }),
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
  also: [...reading.also, 'crm.people.read'],
  method: 'GET',
  path: '/api/v1/groups/get/{groupId}',
  summary: 'Get a group',
  params: byGroup,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 9 },
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
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 32 },
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
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 4 },
  example: { ...example, body: { description: 'Clerks of all counties.' } },
});

export const deactivateGroup = endpoint({
  ...writing,
  also: ['crm.people.read'],
  method: 'POST',
  path: '/api/v1/groups/{groupId}/Deactivate',
  summary: 'Deactivate a group',
  description: 'Only its owners and callers with crm.groups.write see it then. Its members stay.',
  params: byGroup,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 22 },
  example,
});

export const reactivateGroup = endpoint({
  ...writing,
  also: ['crm.people.read'],
  method: 'POST',
  path: '/api/v1/groups/{groupId}/Reactivate',
  summary: 'Reactivate a group',
  params: byGroup,
  responses: { 200: group },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 4 },
  example,
});

export const setGroupOwners = endpoint({
  ...owning,
  also: [...owning.also, 'crm.people.read'],
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
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 4 },
  example: { ...example, body: { ownerIds: ['{{personId}}'] } },
});
