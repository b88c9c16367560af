// The drop-down lists of existing callers: the values by which they filter people and organizations
// (docs/interface/crm.md#drop-down-lists).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { day } from '../../../../shared/lists/list-body.ts';

const Choice = z
  .strictObject({
    id: z.string().meta({ description: 'What a filter accepts.', example: 'Finance' }),
    name: z.string().meta({ example: 'Finance' }),
  })
  .meta({ id: 'FilterChoice', description: 'An entry of a drop-down list.' });
export type Choice = z.infer<typeof Choice>;

const shared = {
  area: 'crm',
  method: 'GET',
  responses: { 200: { description: 'The entries, in alphabetical order.', body: z.array(Choice) } },
  budget: { roundTrips: 2, readUnits: 4 },
} as const;
const ofPeople = {
  ...shared,
  tags: ['People'],
  access: { permission: 'crm.people.read', token: 'required' },
} as const;
const ofOrganizations = {
  ...shared,
  tags: ['Organizations'],
  access: { permission: 'crm.organizations.read', token: 'required' },
} as const;

const date = day().meta({
  description: 'The day of the caller. The list is the same for every day.',
  example: '2026-01-15',
});
const onDay = { params: z.object({ date }), example: { params: { date: '2026-01-15' } } } as const;

export const listPeopleTitles = endpoint({
  ...ofPeople,
  ...onDay,
  path: '/api/v1/People/getAllPeopleTitleList/{date}',
  summary: 'List the titles of people',
  description: 'The titles of all their positions. People are filtered by them (positions).',
});

export const listPeopleTags = endpoint({
  ...ofPeople,
  ...onDay,
  path: '/api/v1/People/GetAllTags/{date}',
  summary: 'List the tags of people',
});

const KeyContact = z
  .strictObject({
    id: z.uuid().meta({ description: 'The id of the person.' }),
    name: z.string().meta({ example: 'Ada Fairweather' }),
    organizationId: z.uuid().nullable(),
    organizationName: z.string().nullable().meta({ example: 'Rivertown' }),
    title: z.string().nullable().meta({ example: 'Clerk' }),
  })
  .meta({ id: 'KeyContact', description: 'Somebody to turn to in an organization.' });

export const listKeyContacts = endpoint({
  ...ofPeople,
  path: '/api/v1/People/GetPeopleKeyContacts/{date}',
  summary: 'List the key contacts of organizations',
  description:
    'Active people who are marked as key contacts of their main organization, or of one in which they have a position on that day. Somebody who is a key contact of several organizations is listed with each.',
  params: z.object({ date: day().meta({ description: 'The day.', example: '2026-01-15' }) }),
  responses: { 200: { description: 'The key contacts, by name.', body: z.array(KeyContact) } },
  example: { params: { date: '2026-01-15' } },
});

export const listRolesToChoose = endpoint({
  ...ofPeople,
  ...onDay,
  path: '/api/v1/People/GetAllRoles/{date}',
  summary: 'List the roles that users can have',
  description: 'Those of every tenant, and those that this one defined.',
});

export const listDepartmentsToChoose = endpoint({
  ...ofPeople,
  ...onDay,
  path: '/api/v1/tenantdepartment/GetAllTenantDepartmentsLite/{date}',
  summary: 'List the departments of people',
});

export const listPersonTypesToChoose = endpoint({
  ...ofPeople,
  path: '/api/v1/Settings/Get/PersonTypeListForFilter/{number}/{date}',
  summary: 'List the types of people',
  params: z.object({
    number: z
      .string()
      .max(20)
      .meta({ description: 'A number that existing callers send; it has no effect.', example: '0' }),
    date,
  }),
  example: { params: { number: '0', date: '2026-01-15' } },
});

export const listOrganizationTags = endpoint({
  ...ofOrganizations,
  ...onDay,
  path: '/api/v1/Organization/GetAllTags/{date}',
  summary: 'List the tags of organizations',
});

export const listOrganizationTypes = endpoint({
  ...ofOrganizations,
  ...onDay,
  path: '/api/v1/Organization/GetAllOrgTypesFilterOptions/{date}',
  summary: 'List the types of organizations',
});

export const listOrganizationsToChoose = endpoint({
  ...ofOrganizations,
  ...onDay,
  path: '/api/v1/Organization/GetOrganizationListWithIdForFilters/{date}',
  summary: 'List all organizations to choose from',
  description:
    'The ids and names of the active ones. One read unit for some thirty of them; List organizations in lite form has pages.',
  budget: { roundTrips: 2, readUnits: 5 },
});
