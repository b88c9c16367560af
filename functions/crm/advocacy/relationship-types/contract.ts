// The types of political relationships (docs/interface/crm.md#political-relationships).
import * as z from 'zod';
import { auditFields } from '../../../../shared/directory/record/fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean } from '../../../../shared/http/lenient.ts';

const RelationshipType = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Former colleague' }),
    isBuiltIn: z
      .boolean()
      .meta({ description: 'Whether it is one of those that every tenant has, unchanged.' }),
    ...auditFields,
  })
  .meta({ id: 'RelationshipType', description: 'How somebody knows an official.' });

const RelationshipTypeRequest = z
  .object({
    name: z.string().trim().min(1).max(100).meta({ example: 'Member of the same church' }),
    isActive: optionalBoolean().meta({
      description: 'false: the type stays with its relationships, and is given to no new one. Default: true.',
    }),
  })
  .meta({ id: 'RelationshipTypeRequest' });
export type RelationshipTypeInput = z.output<typeof RelationshipTypeRequest>;

const shared = { area: 'crm', tags: ['Relationships'] } as const;
const writing = { ...shared, access: { permission: 'crm.advocacy.write', token: 'required' } } as const;
const type = { description: 'The type.', body: RelationshipType };

export const listRelationshipTypes = endpoint({
  ...shared,
  access: { permission: 'crm.advocacy.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/advocacy/GetRelationshipTypes',
  summary: 'List relationship types',
  description: 'By name: those that every tenant has, as far as it has not changed them, and its own.',
  query: z.object({
    includeInactive: optionalBoolean().meta({ description: 'Includes inactive types. Default: false.' }),
  }),
  responses: { 200: { description: 'The types.', body: z.array(RelationshipType) } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: {},
});

export const createRelationshipType = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/advocacy/RelationshipType',
  summary: 'Create a relationship type',
  body: RelationshipTypeRequest,
  responses: { 201: { ...type, headers: { Location: 'The URL of the type.' } } },
  refuses: ['ALREADY_EXISTS'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 8 },
  example: { body: { name: 'Member of the same church' } },
});

export const getRelationshipType = endpoint({
  ...shared,
  access: { permission: 'crm.advocacy.read', token: 'required' },
  method: 'GET',
  path: '/api/v1/advocacy/RelationshipType/{relationshipTypeId}',
  summary: 'Get a relationship type',
  params: z.object({ relationshipTypeId: z.guid().meta({ description: 'The id of the type.' }) }),
  responses: { 200: type },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params: { relationshipTypeId: '{{relationshipTypeId}}' } },
});

export const updateRelationshipType = endpoint({
  ...writing,
  method: 'PUT',
  path: '/api/v1/advocacy/RelationshipType/{relationshipTypeId}',
  summary: 'Update a relationship type',
  description:
    'Replaces all fields: what is not sent gets its default. A type that every tenant has is changed for this tenant only. Send the ETag as If-Match to prevent lost updates.',
  params: z.object({ relationshipTypeId: z.guid().meta({ description: 'The id of the type.' }) }),
  body: RelationshipTypeRequest,
  responses: { 200: type },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 10 },
  example: { params: { relationshipTypeId: '{{relationshipTypeId}}' }, body: { name: 'Worked together' } },
});
