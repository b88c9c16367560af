// Requests to become a member of a group (docs/interface/groups.md#requests).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { wholeListQuery, wholeListSchema } from '../../committees/whole-list.ts';
import { textField } from '../../fields/fields.ts';
import { asking, byGroup, example, groupId, owning } from '../access.ts';
import { GroupRequestView } from '../schemas.ts';

const membershipRequest = { description: 'The request.', body: GroupRequestView };
const byPerson = z.object({
  groupId,
  personId: z.guid().meta({ description: 'The id of the person who asks.' }),
});
const askingExample = { params: { groupId: '{{groupId}}', personId: '{{askingPersonId}}' } } as const;

export const askToJoinGroup = endpoint({
  ...asking,
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
  budget: { roundTrips: 5, readUnits: 10, writeUnits: 4 },
  example: {
    params: { groupId: '{{openGroupId}}' },
    body: { message: 'I run elections in Rivertown.' },
  },
});

export const withdrawGroupRequest = endpoint({
  ...asking,
  method: 'DELETE',
  path: '/api/v1/groups/{groupId}/Requests',
  summary: 'Withdraw a request to become a member of a group',
  description: 'The pending one of the caller, if there is one.',
  params: byGroup,
  responses: { 204: { description: 'There is no pending request.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
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
