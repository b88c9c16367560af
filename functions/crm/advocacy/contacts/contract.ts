// The contact log of officials (docs/interface/crm.md#contact-log-of-officials).
import * as z from 'zod';
import { CONTACT_KINDS, MAX_PARTICIPANTS } from '../../../../shared/directory/officials/official-contact.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { dayField, textField } from '../../fields/fields.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';

const OfficialContact = z
  .strictObject({
    id: z.uuid(),
    officialId: z.uuid(),
    officialName: z.string().meta({ example: 'Maya Lindqvist' }),
    date: z.iso.date(),
    kind: z.enum(CONTACT_KINDS),
    subject: z.string().meta({ example: 'Road funding' }),
    notes: z.string().nullable(),
    followUpDate: z.iso.date().nullable(),
    people: z
      .array(z.strictObject({ personId: z.uuid(), name: z.string() }))
      .meta({ description: 'Who took part.' }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'OfficialContact', description: 'An entry of the contact log of an official.' });
export type OfficialContact = z.infer<typeof OfficialContact>;

const OfficialContactRequest = z
  .object({
    date: z.iso.date().meta({ description: 'The day of the contact.', example: '2026-03-02' }),
    kind: z.enum(CONTACT_KINDS).meta({ example: 'meeting' }),
    subject: z.string().trim().min(1).max(200).meta({ example: 'Road funding' }),
    notes: textField(5000).meta({ description: 'What was said.' }),
    followUpDate: dayField().meta({ description: 'By when somebody follows up.' }),
    personIds: z
      .array(z.guid().toLowerCase())
      .max(MAX_PARTICIPANTS)
      .nullish()
      .meta({ description: 'The ids of the people who took part.' }),
    people: z
      .array(z.object({ personId: z.guid().toLowerCase() }))
      .max(MAX_PARTICIPANTS)
      .nullish()
      .meta({
        description:
          'The same people as responses present them; personIds is read instead where both are sent.',
      }),
  })
  .meta({ id: 'OfficialContactRequest' });
export type OfficialContactInput = z.output<typeof OfficialContactRequest>;

const shared = { area: 'crm', tags: ['Relationships'] } as const;
const reading = { ...shared, access: { permission: 'crm.advocacy.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.advocacy.write', token: 'required' } } as const;
const path = '/api/v1/advocacy/officials/{officialId}/contacts';
const officialId = z.guid().toLowerCase().meta({ description: 'The id of the official.' });
const byOfficial = z.object({ officialId });
const byId = z.object({
  officialId,
  contactId: z.guid().toLowerCase().meta({ description: 'The id of the entry.' }),
});
const entry = { description: 'The entry.', body: OfficialContact };
const example = { params: { officialId: '{{officialId}}', contactId: '{{officialContactId}}' } };
const exampleBody = {
  ...{ date: '2026-03-02', kind: 'meeting', subject: 'Road funding' },
  personIds: ['{{personId}}'],
};
const ifMatchHint = 'Send the ETag as If-Match to prevent lost updates.';

export const listOfficialContacts = endpoint({
  ...reading,
  method: 'GET',
  path,
  summary: 'List the contacts with an official',
  description: 'The latest first.',
  params: byOfficial,
  query: searchQuery,
  responses: {
    200: {
      description: 'A page of entries.',
      body: searchPageSchema(OfficialContact).meta({ id: 'OfficialContactPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 10 },
  example: { params: { officialId: '{{officialId}}' }, query: { pageSize: 10 } },
});

export const createOfficialContact = endpoint({
  ...writing,
  method: 'POST',
  path,
  summary: 'Log a contact with an official',
  params: byOfficial,
  body: OfficialContactRequest,
  responses: { 201: { ...entry, headers: { Location: 'The URL of the entry.' } } },
  refuses: ['RESOURCE_NOT_FOUND'],
  ifMatch: 'ignored',
  budget: { roundTrips: 4, readUnits: 12, writeUnits: 20 },
  example: { params: { officialId: '{{officialId}}' }, body: exampleBody },
});

export const getOfficialContact = endpoint({
  ...reading,
  method: 'GET',
  path: `${path}/{contactId}`,
  summary: 'Get an entry of the contact log',
  params: byId,
  responses: { 200: entry },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 8 },
  example,
});

export const updateOfficialContact = endpoint({
  ...writing,
  method: 'PUT',
  path: `${path}/{contactId}`,
  summary: 'Update an entry of the contact log',
  description: `Replaces all fields: what is not sent gets its default. ${ifMatchHint}`,
  params: byId,
  body: OfficialContactRequest,
  responses: { 200: entry },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 14, writeUnits: 13 },
  example: { ...example, body: exampleBody },
});

export const deleteOfficialContact = endpoint({
  ...writing,
  method: 'DELETE',
  path: `${path}/{contactId}`,
  summary: 'Delete an entry of the contact log',
  description: ifMatchHint,
  params: byId,
  responses: { 204: { description: 'The entry is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 12 },
  example,
});
