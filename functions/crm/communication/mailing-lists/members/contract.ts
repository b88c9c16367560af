// The members of static mailing lists (docs/interface/communication.md#mailing-lists).
import * as z from 'zod';
import { endpoint } from '../../../../../shared/http/endpoint.ts';
import { pageSchema, searchQuery } from '../../../lists/list.ts';

/** So many people and the size of the list fit into one transaction. */
export const MAX_ADDED = 90;

const shared = { area: 'crm', tags: ['Communication'] } as const;
const reading = { ...shared, access: { permission: 'crm.communication.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.communication.write', token: 'required' } } as const;
const listId = z.guid().toLowerCase().meta({ description: 'The id of the list.' });
const example = { params: { listId: '{{mailingListId}}' } } as const;

const Member = z
  .strictObject({
    personId: z.uuid(),
    displayName: z.string(),
    addedDate: z.iso.datetime(),
    leftDate: z.iso.datetime().nullable().meta({
      description: 'When the person left the list; who has left gets nothing, also when added again.',
    }),
  })
  .meta({ id: 'MailingListMember' });

export const listMailingListMembers = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/MailingLists/{listId}/Members',
  summary: 'List the members of a mailing list',
  description: 'Of a static list, by id. Those of a dynamic list are found by its filter.',
  params: z.object({ listId }),
  query: searchQuery,
  responses: {
    200: {
      description: 'A page of members.',
      body: pageSchema(Member).meta({ id: 'MailingListMemberPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 60 },
  example: { ...example, query: { pageSize: 10 } },
});

export const addMailingListMembers = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/MailingLists/{listId}/Members',
  summary: 'Add people to a mailing list',
  description: `Up to ${MAX_ADDED} people to a static list: all or none. Who is on it already stays; who has left it gets nothing until they join again themselves.`,
  params: z.object({ listId }),
  body: z
    .object({ personIds: z.array(z.guid().toLowerCase()).min(1).max(MAX_ADDED) })
    .meta({ id: 'MailingListMembersRequest' }),
  responses: {
    200: {
      description: 'What was done.',
      body: z
        .strictObject({
          added: z.int(),
          alreadyMembers: z.int(),
          left: z.array(z.uuid()).meta({ description: 'Who of them has left the list and gets nothing.' }),
          totalCount: z.int().meta({ description: 'The number of members now.' }),
        })
        .meta({ id: 'MailingListMembersAdded' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 7, readUnits: 20, writeUnits: 20 },
  example: { ...example, body: { personIds: ['{{personId}}'] } },
});

export const removeMailingListMember = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/v1/MailingLists/{listId}/Members/{personId}',
  summary: 'Remove somebody from a mailing list',
  params: z.object({
    listId,
    personId: z.guid().toLowerCase().meta({ description: 'The id of the person.' }),
  }),
  responses: { 204: { description: 'The person is not on the list.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  ifMatch: 'ignored',
  budget: { roundTrips: 5, readUnits: 6, writeUnits: 12 },
  example: { params: { listId: '{{mailingListId}}', personId: '{{mailingListMemberId}}' } },
});
