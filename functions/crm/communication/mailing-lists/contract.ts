// Mailing lists (docs/interface/communication.md#mailing-lists).
import * as z from 'zod';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';
import { filterRulesWithCustomFields } from '../../../../shared/lists/filter-rules.ts';
import { peopleFilterFields } from '../../../../shared/people-filter/people-filter.ts';
import { wholeListQuery, wholeListSchema } from '../../committees/whole-list.ts';
import { textField } from '../../fields/fields.ts';

const MailingList = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Monthly news' }),
    description: z.string().nullable(),
    kind: z.enum(['static', 'dynamic']).meta({
      description:
        'static: people are added one by one; dynamic: whoever is a member of one of groupIds or passes filterBody when a broadcast is sent.',
    }),
    groupIds: z.array(z.uuid()),
    filterBody: z.record(z.string(), z.unknown()).nullable(),
    isPublic: z.boolean().meta({ description: 'Whether people see it in their preferences, and may join.' }),
    ...auditFields,
  })
  .meta({ id: 'MailingList', description: 'A list of people who get broadcasts.' });

const MailingListRequest = z
  .object({
    name: z.string().trim().min(1).max(120).meta({ example: 'Monthly news' }),
    description: textField(500).meta({ description: 'What people read about it in their preferences.' }),
    groupIds: z
      .array(z.guid().toLowerCase())
      .max(20)
      .nullish()
      .transform((sent) => [...new Set(sent)])
      .meta({
        description: 'Makes the list a dynamic one, of the members of these groups, which the caller sees.',
      }),
    filterBody: z
      .strictObject({ filterRules: filterRulesWithCustomFields(peopleFilterFields) })
      .meta({ id: 'MailingListFilter' })
      .nullish()
      .meta({
        description:
          'Makes the list a dynamic one: the filter rules of List people by filters, such as those of a saved view. Without it and groupIds people are added one by one.',
      }),
    isPublic: optionalBoolean().meta({
      description: 'Whether people see it in their preferences, and may join it. Default: false.',
    }),
    isActive: optionalBoolean().meta({
      description: 'false: it stays with its members, and gets no new broadcast. Default: true.',
    }),
  })
  .meta({ id: 'MailingListRequest' });
export type MailingListInput = z.output<typeof MailingListRequest>;

const shared = { area: 'crm', tags: ['Communication'] } as const;
const reading = { ...shared, access: { permission: 'crm.communication.read', token: 'required' } } as const;
const writing = {
  ...shared,
  access: { permission: 'crm.communication.write', some: 'identity.permissions.read', token: 'required' },
} as const;
const byId = z.object({ listId: z.guid().meta({ description: 'The id of the list.' }) });
const list = { description: 'The list.', body: MailingList };
const example = { params: { listId: '{{mailingListId}}' } } as const;

export const listMailingLists = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/MailingLists',
  summary: 'List mailing lists',
  description: 'By name.',
  query: wholeListQuery({}),
  responses: {
    200: {
      description: 'A page of lists.',
      body: wholeListSchema(MailingList).meta({ id: 'MailingListPage' }),
    },
  },
  budget: { roundTrips: 2, readUnits: 8 },
  example: { query: { pageSize: 10 } },
});

export const createMailingList = endpoint({
  ...writing,
  also: ['crm.groups.read', 'crm.groups.write'],
  method: 'POST',
  path: '/api/v1/MailingLists',
  summary: 'Create a mailing list',
  body: MailingListRequest,
  responses: { 201: { ...list, headers: { Location: 'The URL of the list.' } } },
  refuses: ['ALREADY_EXISTS', 'PERMISSION_DENIED'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 8 },
  example: {
    body: {
      name: 'Board members',
      isPublic: false,
      filterBody: { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Board'] }] },
    },
  },
});

export const getMailingList = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/MailingLists/{listId}',
  summary: 'Get a mailing list',
  params: byId,
  responses: { 200: list },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example,
});

export const updateMailingList = endpoint({
  ...writing,
  also: ['crm.groups.read', 'crm.groups.write'],
  method: 'PUT',
  path: '/api/v1/MailingLists/{listId}',
  summary: 'Update a mailing list',
  description:
    'Replaces all fields: what is not sent gets its default. A static list stays one, and so does a dynamic one. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: MailingListRequest,
  responses: { 200: list },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 3 },
  example: { ...example, body: { name: 'Monthly news', description: 'What happened', isPublic: true } },
});
