// Organizations: the members, companies and agencies of a tenant (docs/interface/crm.md#organizations).
import * as z from 'zod';
import { Organization, OrganizationLite } from '../../../shared/directory/organizations/organization.ts';
import { Person } from '../../../shared/directory/people/person.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { pageNumberField, pageSizeField } from '../../../shared/lists/query.ts';
import { listQuery, pageSchema, pagingBody, searchPageSchema } from '../lists/list.ts';
import { OrganizationFieldsRequest, OrganizationRequest } from './schemas.ts';

const shared = { area: 'crm', tags: ['Organizations'] } as const;
const reading = { ...shared, access: { permission: 'crm.organizations.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.organizations.write', token: 'required' } } as const;
const byId = z.object({ id: z.guid().meta({ description: 'The id of the organization.' }) });
const organization = { description: 'The organization.', body: Organization };
const example = { params: { id: '{{organizationId}}' } };

export const listOrganizationsLite = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/Organization/OrganizationListLite',
  summary: 'List organizations in lite form by name',
  description:
    'For selection lists: the id, the name, the type and the parent. A page has at most 1,000 organizations.',
  query: listQuery({ byDefault: 200, largest: 1000 }),
  responses: {
    200: {
      description: 'A page of organizations.',
      body: pageSchema(OrganizationLite).meta({ id: 'OrganizationLiteList' }),
    },
  },
  budget: { roundTrips: 4, readUnits: 31 },
  example: { query: { pageIndex: 0, pageSize: 5 } },
});

export const listOrganizationsPage = endpoint({
  ...reading,
  method: 'POST',
  path: '/api/v1/organization/OrganizationPagingList',
  repeatable: true,
  summary: 'List organizations by page or search',
  description:
    'Without searchText every page of organizations by name, with the exact total. With searchText the organizations found by their names and towns, in the way of Search people.',
  body: pagingBody,
  responses: {
    200: {
      description: 'A page of organizations.',
      body: searchPageSchema(Organization).meta({ id: 'OrganizationPage' }),
    },
  },
  budget: { roundTrips: 7, readUnits: 25 },
  example: { body: { pageIndex: 0, pageSize: 5, filter: { searchText: '' } } },
});

export const getOrganization = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/organization/{id}',
  summary: 'Get an organization',
  params: byId,
  responses: { 200: organization },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 6 },
  example,
});

export const createOrganization = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/organization',
  summary: 'Create an organization',
  body: OrganizationRequest,
  responses: { 201: { ...organization, headers: { Location: 'The URL of the organization.' } } },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 9, readUnits: 13, writeUnits: 30 },
  example: {
    body: {
      name: 'Rivertown Water District',
      type: 'Agency',
      email: 'office@rivertown.example',
      website: 'https://rivertown.example/',
      parentId: '{{organizationId}}',
      addresses: [{ street: '12 Harbor Street', city: 'Rivertown', state: 'MD', zipCode: '21401' }],
    },
  },
});

export const updateOrganization = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/organization/{id}',
  summary: 'Update an organization',
  description:
    'Replaces the whole organization: fields that are not sent are removed. Another parentId moves it with everything below it. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: OrganizationRequest,
  responses: { 200: organization },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 10, readUnits: 15, writeUnits: 40 },
  example: { ...example, body: { name: 'Alder County', type: 'County' } },
});

export const patchOrganization = endpoint({
  ...writing,
  method: 'PATCH',
  path: '/api/v1/organization/{id}',
  summary: 'Change fields of an organization',
  description:
    'Changes the fields that are sent (RFC 7396): null removes a field, and a list replaces the whole list. Another parentId moves the organization with everything below it, in one step. Send the ETag as If-Match to prevent lost updates.',
  params: byId,
  body: OrganizationFieldsRequest,
  responses: { 200: organization },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 10, readUnits: 15, writeUnits: 7 },
  example: { ...example, body: { website: 'https://alder.example/' } },
});

export const deactivateOrganization = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/organization/{id}/Deactivate',
  summary: 'Deactivate an organization',
  description: 'Its people and records stay; its people count as non-members from now on.',
  params: byId,
  responses: { 200: organization },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 7 },
  example,
});

export const reactivateOrganization = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/organization/{id}/Reactivate',
  summary: 'Reactivate an organization',
  params: byId,
  responses: { 200: organization },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 7 },
  example,
});

export const listPeopleOfOrganization = endpoint({
  ...shared,
  access: { permission: 'crm.people.read', token: 'required' },
  method: 'POST',
  path: '/api/v1/organization/{id}/GetAllPeople',
  repeatable: true,
  summary: 'List the people of an organization',
  description: 'The people whose main organization it is, by name.',
  params: byId,
  body: z
    .object({
      pageIndex: pageNumberField(0).meta({ description: 'The number of the page, from 0.', example: 0 }),
      pageSize: pageSizeField({ byDefault: 50, largest: 1000 }).meta({
        description: 'Entries per page, 1 to 1000.',
        example: 50,
      }),
    })
    .meta({ id: 'OrganizationPeopleRequest' }),
  responses: {
    200: {
      description: 'A page of people.',
      body: pageSchema(Person).omit({ nextCursor: true }).meta({ id: 'OrganizationPeople' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 13 },
  example: { ...example, body: { pageIndex: 0, pageSize: 10 } },
});

export const getOrganizationTree = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/organization/{id}/Tree',
  summary: 'Get everything below an organization',
  description:
    'The organization and those below it, level by level, at most 500, with the number of their people. Everybody is counted once, in the main organization.',
  params: byId,
  responses: {
    200: {
      description: 'The tree.',
      body: z
        .strictObject({
          data: z.array(
            OrganizationLite.extend({
              depth: z.int().meta({ description: '0 for the organization itself.' }),
              people: z.int().meta({ description: 'People whose main organization it is.' }),
              peopleInTree: z.int().meta({ description: 'The same with all organizations below it.' }),
              activePeople: z.int().meta({ description: 'Those of its people who are active.' }),
              activePeopleInTree: z.int().meta({ description: 'The same with all organizations below it.' }),
            }).meta({ id: 'OrganizationTreeNode', description: 'An organization of a tree.' }),
          ),
        })
        .meta({ id: 'OrganizationTree' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 14, readUnits: 14 },
  example,
});
