// Settings of training: level types and object types, the labels that awards are sorted by
// (docs/interface/training.md#types).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { listHeaders } from '../../listing.ts';
import { TypeCreateRequest, TypeUpdateRequest, typeById, typeQuery, typeView } from './type-schemas.ts';

const LevelType = typeView('LevelType', 'A level of awards, such as Associate or Fellow.');
const ObjectType = typeView(
  'ObjectType',
  'A kind of award, course or class, such as Certification or Workshop.',
);

const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.settings.write', token: 'tenant' } as const;

const levels = '/api/v1/Settings/LevelTypes';
const level = { description: 'The level type.', body: LevelType };
const levelId = { id: '{{levelTypeId}}' };

export const listLevelTypes = endpoint({
  ...shared,
  method: 'GET',
  path: levels,
  summary: 'List level types',
  query: typeQuery,
  responses: {
    200: { description: 'A page of level types.', body: z.array(LevelType), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { page: 1, pageSize: 10 } },
});

export const createLevelType = endpoint({
  ...shared,
  method: 'POST',
  path: levels,
  summary: 'Create a level type',
  body: TypeCreateRequest,
  responses: { 201: { ...level, headers: { Location: 'The address of the level type.' } } },
  refuses: ['ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 2, readUnits: 3, writeUnits: 6 },
  example: { body: { name: 'Diplomate' } },
});

export const getLevelType = endpoint({
  ...shared,
  method: 'GET',
  path: `${levels}/{id}`,
  summary: 'Get one level type',
  params: typeById,
  responses: { 200: level },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: levelId },
});

export const updateLevelType = endpoint({
  ...shared,
  method: 'PUT',
  path: `${levels}/{id}`,
  summary: 'Rename a level type, or take it out of use',
  description: 'Only what is sent is changed. What has it shows the new name at once.',
  params: typeById,
  body: TypeUpdateRequest,
  responses: { 200: level },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 8 },
  example: { params: levelId, body: { name: 'Distinguished Fellow' } },
});

export const deleteLevelType = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${levels}/{id}`,
  summary: 'Remove a level type that nothing has',
  params: typeById,
  responses: { 204: { description: 'It is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 6 },
  example: { params: levelId },
});

const objects = '/api/v1/Settings/ObjectTypes';
const object = { description: 'The object type.', body: ObjectType };
const objectId = { id: '{{objectTypeId}}' };

export const listObjectTypes = endpoint({
  ...shared,
  method: 'GET',
  path: objects,
  summary: 'List object types',
  query: typeQuery,
  responses: {
    200: { description: 'A page of object types.', body: z.array(ObjectType), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { page: 1, pageSize: 10 } },
});

export const createObjectType = endpoint({
  ...shared,
  method: 'POST',
  path: objects,
  summary: 'Create an object type',
  body: TypeCreateRequest,
  responses: { 201: { ...object, headers: { Location: 'The address of the object type.' } } },
  refuses: ['ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 2, readUnits: 3, writeUnits: 6 },
  example: { body: { name: 'Licence' } },
});

export const getObjectType = endpoint({
  ...shared,
  method: 'GET',
  path: `${objects}/{id}`,
  summary: 'Get one object type',
  params: typeById,
  responses: { 200: object },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: objectId },
});

export const updateObjectType = endpoint({
  ...shared,
  method: 'PUT',
  path: `${objects}/{id}`,
  summary: 'Rename an object type, or take it out of use',
  description: 'Only what is sent is changed. What has it shows the new name at once.',
  params: typeById,
  body: TypeUpdateRequest,
  responses: { 200: object },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 8 },
  example: { params: objectId, body: { isActive: false } },
});

export const deleteObjectType = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${objects}/{id}`,
  summary: 'Remove an object type that nothing has',
  params: typeById,
  responses: { 204: { description: 'It is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 6 },
  example: { params: objectId },
});
