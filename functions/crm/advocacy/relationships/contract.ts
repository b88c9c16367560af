// Who knows which official, how, and how well (docs/interface/crm.md#political-relationships).
import * as z from 'zod';
import { STRENGTHS } from '../../../../shared/directory/officials/political-relationship.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalInteger } from '../../../../shared/http/lenient.ts';
import { oneOfOrFirst } from '../../../../shared/lists/query.ts';
import { dayField, idField } from '../../fields/fields.ts';
import { searchPageSchema, searchQuery } from '../../lists/list.ts';
import {
  EndRelationshipRequest,
  MAX_SAVED,
  PoliticalRelationship,
  RELATIONSHIP_STATUSES,
  RelationshipFieldsRequest,
  RelationshipRequest,
  RelationshipsRequest,
} from './schemas.ts';

const shared = { area: 'crm', tags: ['Relationships'] } as const;
const reading = { ...shared, access: { permission: 'crm.advocacy.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.advocacy.write', token: 'required' } } as const;
const peopleId = z.guid().meta({ description: 'The id of the person.' });
const byId = z.object({
  peopleId,
  relationshipId: z.guid().meta({ description: 'The id of the relationship.' }),
});
const relationship = { description: 'The relationship.', body: PoliticalRelationship };
const ofPerson = '/api/v1/advocacy/people-relationships/{peopleId}/{relationshipId}';
const example = { params: { peopleId: '{{personId}}', relationshipId: '{{politicalRelationshipId}}' } };
const ifMatchHint = 'Send the ETag as If-Match to prevent lost updates.';
const saved = {
  personId: '{{personId}}',
  officialId: '{{officialId}}',
  typeId: '{{relationshipTypeId}}',
  strength: 4,
  notes: 'Served together on the county council.',
};

export const listPeopleRelationships = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/advocacy/list/people-relationships/{peopleId}',
  summary: 'List the political relationships of a person',
  description: 'The strongest first, then by the name of the official.',
  params: z.object({ peopleId }),
  query: z.object({
    status: oneOfOrFirst(['all', ...RELATIONSHIP_STATUSES]).meta({
      description: 'Which relationships are listed, as of today.',
    }),
  }),
  responses: { 200: { description: 'The relationships.', body: z.array(PoliticalRelationship) } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 12 },
  example: { params: { peopleId: '{{personId}}' } },
});

export const listOfficialRelationships = endpoint({
  ...reading,
  method: 'GET',
  path: '/api/v1/advocacy/officials/{officialId}/people-relationships',
  summary: 'List who knows an official',
  description:
    'The strongest relationships first, and of equal ones those that have lasted longest. Only those in force on a day, today by default. A page may have fewer entries than pageSize before the last one.',
  params: z.object({ officialId: z.guid().meta({ description: 'The id of the official.' }) }),
  query: searchQuery.extend({
    date: dayField().meta({ description: 'The day, today by default.', example: '2026-11-01' }),
    typeId: idField().meta({ description: 'Only relationships of this type.' }),
    minimumStrength: optionalInteger(STRENGTHS.least, STRENGTHS.most).meta({
      description: 'Only relationships of at least this strength.',
    }),
  }),
  responses: {
    200: {
      description: 'A page of relationships.',
      body: searchPageSchema(PoliticalRelationship).meta({ id: 'PoliticalRelationshipPage' }),
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 5, readUnits: 12 },
  example: { params: { officialId: '{{officialId}}' }, query: { pageSize: 20 } },
});

export const savePeopleRelationship = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/advocacy/SavePeopleRelationship',
  summary: 'Save a political relationship',
  description:
    'Adds a relationship, or with id replaces all fields of one. A person has no two relationships of the same type with the same official at the same time.',
  body: RelationshipRequest,
  responses: { 200: relationship },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 6, readUnits: 14, writeUnits: 20 },
  example: { body: saved },
});

export const savePeopleRelationships = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/v1/advocacy/SavePeopleRelationships',
  summary: 'Save several political relationships',
  description: `Saves up to ${MAX_SAVED} relationships of any people, all of them or none: what is wrong with any of them is in one reply.`,
  body: RelationshipsRequest,
  responses: {
    200: { description: 'The relationships, in the order sent.', body: z.array(PoliticalRelationship) },
  },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 6, readUnits: 14, writeUnits: 20 },
  example: { body: { relationships: [saved] } },
});

export const getPeopleRelationship = endpoint({
  ...reading,
  method: 'GET',
  path: ofPerson,
  summary: 'Get a political relationship',
  params: byId,
  responses: { 200: relationship },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 8 },
  example,
});

export const patchPeopleRelationship = endpoint({
  ...writing,
  method: 'PATCH',
  path: ofPerson,
  summary: 'Change a political relationship',
  description: `Changes the fields that are sent; null removes a field. ${ifMatchHint}`,
  params: byId,
  body: RelationshipFieldsRequest,
  responses: { 200: relationship },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 14, writeUnits: 20 },
  example: { ...example, body: { strength: 5 } },
});

export const endPeopleRelationship = endpoint({
  ...writing,
  method: 'POST',
  path: `${ofPerson}/End`,
  summary: 'End a political relationship',
  description: `It is no longer in force after its last day. One that never was is deleted instead. ${ifMatchHint}`,
  params: byId,
  body: EndRelationshipRequest,
  responses: { 200: relationship },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 6, readUnits: 14, writeUnits: 20 },
  example: { ...example, body: {} },
});

export const deletePeopleRelationship = endpoint({
  ...writing,
  method: 'DELETE',
  path: ofPerson,
  summary: 'Delete a political relationship',
  description: ifMatchHint,
  params: byId,
  responses: { 204: { description: 'The relationship is deleted.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 6 },
  example,
});
