// Organizations in training: their people, the organizations below them, and totals of their training
// (docs/interface/training.md#people-and-organizations).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../listing/listing.ts';
import { EffectiveManager, ManagerRequest } from '../people/managers/schemas.ts';
import { reference, TrainingPerson } from '../people/schemas.ts';

const TrainingOrganization = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Alder County' }),
    type: z.string().optional().meta({ example: 'County' }),
    parentId: z.uuid().optional().meta({ description: 'The parent organization.' }),
    isActive: z.boolean(),
  })
  .meta({ id: 'TrainingOrganization' });

const TrainingOrganizationDetail = TrainingOrganization.extend({
  parentName: z.string().optional(),
  manager: EffectiveManager.optional().meta({
    description: 'The manager of its people: its own, or else that of an organization above it.',
  }),
  people: z.int().meta({ description: 'How many people belong to it directly.' }),
  below: z.array(TrainingOrganization).meta({ description: 'The organizations directly below it, by name.' }),
  training: z
    .strictObject({
      credits: z.number().meta({ description: 'All credits of all types.' }),
      peopleWithCredits: z.int(),
      certificationsInForce: z
        .int()
        .meta({ description: 'Valid certifications, including those in their grace period.' }),
      peopleCertified: z.int(),
    })
    .optional()
    .meta({
      description:
        'Totals of its people. Absent for more than 50 people: request the report CreditsByOrganization instead.',
    }),
}).meta({ id: 'TrainingOrganizationDetail' });

const Manager = z
  .strictObject({
    manager: EffectiveManager.optional().meta({ description: 'Absent when there is no manager.' }),
    managerId: z
      .uuid()
      .optional()
      .meta({ description: 'The manager assigned to this organization; absent when none is.' }),
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
  summary: 'Get an organization with totals of its training',
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
  summary: 'List the people of an organization by name',
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
  summary: "Get an organization's manager",
  params: byId,
  responses: { 200: manager },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 6, readUnits: 8 },
  example,
});

export const setOrganizationManager = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Organizations/{id}/Manager',
  summary: "Set an organization's manager",
  description:
    'For its people without a manager of their own, and for those of organizations below it without a manager. Registrations in progress keep their approver.',
  params: byId,
  body: ManagerRequest,
  responses: { 200: manager },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 5, readUnits: 5, writeUnits: 8 },
  example: { ...example, body: { managerId: '{{managerId}}' } },
});

export const removeOrganizationManager = endpoint({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/Organizations/{id}/Manager',
  summary: "Remove an organization's manager",
  params: byId,
  responses: {
    204: {
      description: 'No manager is assigned to the organization; that of the organization above it applies.',
      body: null,
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 7 },
  example,
});
