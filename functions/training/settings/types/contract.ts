// Settings of training: level types and object types, the labels of awards, courses and classes, and credit types, by
// which credits are counted (docs/interface/training.md#types).
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { pageResponse, typeConfigs, typeResponses, typeView } from './type-schemas.ts';

const LevelType = typeView('LevelType', 'A level of awards, such as Associate or Fellow.');
const levels = typeConfigs('LevelTypes', { one: 'a level type', id: '{{levelTypeId}}' });

export const listLevelTypes = endpoint({ ...levels.list, responses: pageResponse('level types', LevelType) });
export const createLevelType = endpoint({
  ...levels.create,
  responses: typeResponses('level type', LevelType).created,
  example: { body: { name: 'Diplomate' } },
});
export const getLevelType = endpoint({
  ...levels.get,
  responses: typeResponses('level type', LevelType).ok,
});
export const updateLevelType = endpoint({
  ...levels.update,
  responses: typeResponses('level type', LevelType).ok,
  example: { ...levels.update.example, body: { name: 'Distinguished Fellow' } },
});
export const deleteLevelType = endpoint({
  ...levels.delete,
  responses: typeResponses('level type', LevelType).deleted,
});

const ObjectType = typeView(
  'ObjectType',
  'A kind of award, course or class, such as Certification or Workshop.',
);
const objects = typeConfigs('ObjectTypes', { one: 'an object type', id: '{{objectTypeId}}' });

export const listObjectTypes = endpoint({
  ...objects.list,
  responses: pageResponse('object types', ObjectType),
});
export const createObjectType = endpoint({
  ...objects.create,
  responses: typeResponses('object type', ObjectType).created,
  example: { body: { name: 'Licence' } },
});
export const getObjectType = endpoint({
  ...objects.get,
  responses: typeResponses('object type', ObjectType).ok,
});
export const updateObjectType = endpoint({
  ...objects.update,
  responses: typeResponses('object type', ObjectType).ok,
  example: { ...objects.update.example, body: { isActive: false } },
});
export const deleteObjectType = endpoint({
  ...objects.delete,
  responses: typeResponses('object type', ObjectType).deleted,
});

const CreditType = typeView('CreditType', 'A type that credits are counted by, such as General or Ethics.');
const credits = typeConfigs('CreditTypes', { one: 'a credit type', id: '{{spareCreditTypeId}}' });

export const listCreditTypes = endpoint({
  ...credits.list,
  responses: pageResponse('credit types', CreditType),
});
export const createCreditType = endpoint({
  ...credits.create,
  responses: typeResponses('credit type', CreditType).created,
  example: { body: { name: 'Leadership' } },
});
export const getCreditType = endpoint({
  ...credits.get,
  responses: typeResponses('credit type', CreditType).ok,
});
export const updateCreditType = endpoint({
  ...credits.update,
  responses: typeResponses('credit type', CreditType).ok,
  example: { ...credits.update.example, body: { name: 'Continuing Judicial Education' } },
});
export const deleteCreditType = endpoint({
  ...credits.delete,
  responses: typeResponses('credit type', CreditType).deleted,
});
