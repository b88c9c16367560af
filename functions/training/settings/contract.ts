// Settings of training: level types and object types, the labels that awards are sorted by (gap-facts.md 4.1).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { listHeaders, listQuery } from '../listing.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'Unique among its kind, without regard to case.', example: 'Fellow' });

const view = (id: 'LevelType' | 'ObjectType', description: string) =>
  z
    .strictObject({
      id: z.uuid(),
      name: z.string(),
      isActive: z
        .boolean()
        .meta({ description: 'An inactive one stays on its awards, but is given to no more.' }),
      createdDate: z.iso.datetime(),
      modifiedDate: z.iso.datetime(),
    })
    .meta({ id, description });

const LevelType = view('LevelType', 'A level of awards, such as Associate or Fellow.');
const ObjectType = view('ObjectType', 'A kind of award, such as Certification or Designation.');

const TypeCreateRequest = z
  .object({ name, isActive: z.boolean().nullish().meta({ description: 'True unless told.' }) })
  .meta({ id: 'AwardTypeCreateRequest' });

const TypeUpdateRequest = z
  .object({ name: name.nullish(), isActive: z.boolean().nullish() })
  .meta({ id: 'AwardTypeUpdateRequest' });

export type TypeCreation = z.output<typeof TypeCreateRequest>;
export type TypeChange = z.output<typeof TypeUpdateRequest>;

const query = z.object(listQuery(['name', 'isActive', 'createdDate', 'modifiedDate']));
export type TypeQuery = z.output<typeof query>;

const byId = z.object({ id: z.guid().toLowerCase().meta({ description: 'The id of the type.' }) });

const shared = { area: 'training', tags: ['Settings'] } as const;
const reading = { permission: 'training.settings.read', token: 'tenant' } as const;
const writing = { permission: 'training.settings.write', token: 'tenant' } as const;

const levels = '/api/v1/Settings/LevelTypes';
const level = { description: 'The level type.', body: LevelType };
const levelId = { id: '{{levelTypeId}}' };

export const listLevelTypes = endpoint({
  ...shared,
  method: 'GET',
  path: levels,
  summary: 'List level types',
  query,
  responses: {
    200: { description: 'A page of level types.', body: z.array(LevelType), headers: listHeaders },
  },
  access: reading,
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
  access: writing,
  budget: { roundTrips: 2, readUnits: 3, writeUnits: 4 },
  example: { body: { name: 'Diplomate' } },
});

export const getLevelType = endpoint({
  ...shared,
  method: 'GET',
  path: `${levels}/{id}`,
  summary: 'Get one level type',
  params: byId,
  responses: { 200: level },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: reading,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: levelId },
});

export const updateLevelType = endpoint({
  ...shared,
  method: 'PUT',
  path: `${levels}/{id}`,
  summary: 'Rename a level type, or take it out of use',
  description: 'Only what is sent is changed. Its awards show the new name at once.',
  params: byId,
  body: TypeUpdateRequest,
  responses: { 200: level },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  access: writing,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 6 },
  example: { params: levelId, body: { name: 'Distinguished Fellow' } },
});

export const deleteLevelType = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${levels}/{id}`,
  summary: 'Remove a level type that no award has',
  params: byId,
  responses: { 204: { description: 'It is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writing,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 4 },
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
  query,
  responses: {
    200: { description: 'A page of object types.', body: z.array(ObjectType), headers: listHeaders },
  },
  access: reading,
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
  access: writing,
  budget: { roundTrips: 2, readUnits: 3, writeUnits: 4 },
  example: { body: { name: 'Licence' } },
});

export const getObjectType = endpoint({
  ...shared,
  method: 'GET',
  path: `${objects}/{id}`,
  summary: 'Get one object type',
  params: byId,
  responses: { 200: object },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: reading,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: objectId },
});

export const updateObjectType = endpoint({
  ...shared,
  method: 'PUT',
  path: `${objects}/{id}`,
  summary: 'Rename an object type, or take it out of use',
  description: 'Only what is sent is changed. Its awards show the new name at once.',
  params: byId,
  body: TypeUpdateRequest,
  responses: { 200: object },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  access: writing,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 6 },
  example: { params: objectId, body: { isActive: false } },
});

export const deleteObjectType = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${objects}/{id}`,
  summary: 'Remove an object type that no award has',
  params: byId,
  responses: { 204: { description: 'It is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writing,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 4 },
  example: { params: objectId },
});
