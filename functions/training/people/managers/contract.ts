// The manager of a person, who decides approval steps (docs/interface/training.md#people-and-organizations).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { cursorHeaders, cursorQuery } from '../../listing/cursor-listing.ts';
import { EffectiveManager, ManagerRequest } from './schemas.ts';

const Manager = z
  .strictObject({
    manager: EffectiveManager.optional().meta({ description: 'Absent when there is no manager.' }),
    managerId: z
      .uuid()
      .optional()
      .meta({ description: 'The manager assigned to this person; absent when none is.' }),
  })
  .meta({ id: 'PersonManager' });

const byId = z.object({ personId: z.guid().toLowerCase().meta({ description: 'The id of the person.' }) });
const shared = { area: 'training', tags: ['People'] } as const;
const writeAccess = { permission: 'training.people.write', token: 'tenant' } as const;
const manager = { description: 'The manager.', body: Manager };

export const getPersonManager = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Manager',
  summary: "Get a person's manager",
  params: byId,
  responses: { 200: manager },
  refuses: ['RESOURCE_NOT_FOUND'],
  // Also readable by the person.
  access: { permission: 'own', others: 'training.people.read', token: 'required' },
  budget: { roundTrips: 7, readUnits: 7 },
  example: { params: { personId: '{{personId}}' } },
});

export const setPersonManager = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/People/{personId}/Manager',
  summary: "Set a person's manager",
  description:
    'The manager decides approval steps whose approver is "manager". Registrations in progress keep their approver.',
  params: byId,
  body: ManagerRequest,
  responses: { 200: manager },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 5, writeUnits: 8 },
  example: { params: { personId: '{{personId}}' }, body: { managerId: '{{managerId}}' } },
});

export const removePersonManager = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/People/{personId}/Manager',
  summary: "Remove a person's manager",
  params: byId,
  responses: {
    204: {
      description: "No manager is assigned to the person; their organization's manager applies.",
      body: null,
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 7 },
  example: { params: { personId: '{{managedPersonId}}' } },
});

const ManagedView = z
  .strictObject({
    of: z.enum(['person', 'organization']),
    id: z.uuid().meta({ description: 'The id of the person or organization.' }),
    name: z.string(),
  })
  .meta({
    id: 'ManagedPerson',
    description: 'A person, or an organization for its people, whom a person manages.',
  });

export const listManaged = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/People/{personId}/Managed',
  summary: 'List whom a person manages',
  description:
    'Organizations first, then people. A manager of an organization manages its people, and those of organizations below it, who have no nearer manager.',
  params: byId,
  query: z.object(cursorQuery),
  responses: {
    200: { description: 'A page of assignments.', body: z.array(ManagedView), headers: cursorHeaders },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: { permission: 'own', others: 'training.people.read', token: 'required' },
  budget: { roundTrips: 4, readUnits: 8 },
  example: { params: { personId: '{{personId}}' } },
});
