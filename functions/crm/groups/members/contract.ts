// Members are added and removed, and whom the filter does not bring back (docs/interface/groups.md#owners-and-members).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';
import { byGroup, example, groupId, owning } from '../access.ts';
import { GroupExclusionView, peopleField } from '../schemas.ts';

/** The most people that one request adds or removes: a transaction writes them with their places in the list. */
export const MAX_CHANGED = 30;

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
  budget: { roundTrips: 9, readUnits: 16, writeUnits: 13 },
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
