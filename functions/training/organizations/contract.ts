// Organizations as training sees them: who belongs to them, what is below them, what their people hold
// (docs/interface/training.md#people-and-organizations).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../listing.ts';
import { EffectiveManager, ManagerRequest, reference, TrainingPerson } from '../people/schemas.ts';

const TrainingOrganization = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Alder County' }),
    type: z.string().optional().meta({ example: 'County' }),
    parentId: z.uuid().optional().meta({ description: 'The organization this one belongs to.' }),
    isActive: z.boolean(),
  })
  .meta({ id: 'TrainingOrganization' });

const TrainingOrganizationDetail = TrainingOrganization.extend({
  parentName: z.string().optional(),
  manager: EffectiveManager.optional().meta({
    description: 'Who approves for its people: its own manager, else that of an organization above it.',
  }),
  people: z.int().meta({ description: 'How many belong to it directly.' }),
  below: z.array(TrainingOrganization).meta({ description: 'The organizations directly below it, by name.' }),
  training: z
    .strictObject({
      credits: z.number().meta({ description: 'Credits of all types and all time.' }),
      peopleWithCredits: z.int(),
      certificationsInForce: z.int().meta({ description: 'Grace included.' }),
      peopleCertified: z.int(),
    })
    .optional()
    .meta({
      description:
        'What its people hold. Left out where more than 50 belong to it: ask for the report of credits by organization.',
    }),
}).meta({ id: 'TrainingOrganizationDetail' });

const Manager = z
  .strictObject({
    manager: EffectiveManager.optional().meta({ description: 'Absent when there is nobody.' }),
    managerId: z
      .uuid()
      .optional()
      .meta({ description: 'Who is set for this organization; absent when nobody is.' }),
  })
  .meta({ id: 'OrganizationManager' });

const byId = z.object({ id: reference.meta({ description: 'The id of the organization.' }) });
const shared = { area: 'training', tags: ['Organizations'] } as const;
const readAccess = { permission: 'training.people.read', token: 'required' } as const;
const writeAccess = { permission: 'training.people.write', token: 'tenant' } as const;
const { page, pageSize, sortDirection } = listQuery(['name']);
const example = { params: { id: '{{organizationId}}' } };
const manager = { description: 'The manager.', body: Manager };

export const listTrainingOrganizations = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Organizations/List',
  summary: 'List organizations by name',
  query: z.object({ page, pageSize, sortDirection }),
  responses: {
    200: {
      description: 'A page of organizations.',
      body: z.array(TrainingOrganization),
      headers: listHeaders,
    },
  },
  access: readAccess,
  budget: { roundTrips: 3, readUnits: 4 },
  example: { query: { page: 1, pageSize: 5 } },
});

export const getTrainingOrganization = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Organizations/{id}',
  summary: 'Get one organization with what its people hold',
  params: byId,
  responses: { 200: { description: 'The organization.', body: TrainingOrganizationDetail } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 13, readUnits: 12 },
  example,
});

export const listOrganizationPeople = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Organizations/{id}/People',
  summary: 'List the people who belong to an organization, by name',
  params: byId,
  query: z.object({ page, pageSize, sortDirection }),
  responses: {
    200: { description: 'A page of people.', body: z.array(TrainingPerson), headers: listHeaders },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 4, readUnits: 8 },
  example,
});

export const getOrganizationManager = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Organizations/{id}/Manager',
  summary: 'Get who manages the people of an organization',
  params: byId,
  responses: { 200: manager },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 6, readUnits: 6 },
  example,
});

export const setOrganizationManager = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Organizations/{id}/Manager',
  summary: 'Say who manages the people of an organization',
  description:
    'For its people who have no manager of their own, and those of organizations below it that have none. Registrations already under way keep theirs.',
  params: byId,
  body: ManagerRequest,
  responses: { 200: manager },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 5, writeUnits: 2 },
  example: { ...example, body: { managerId: '{{managerId}}' } },
});

export const removeOrganizationManager = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Organizations/{id}/Manager',
  summary: 'Leave the people of an organization to the manager of the one above it',
  params: byId,
  responses: { 204: { description: 'No manager is set for the organization.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 1 },
  example,
});
