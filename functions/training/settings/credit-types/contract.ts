// Credit types: what credits are counted by, such as general or ethics (docs/interface/training.md#types, #credits).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { listHeaders } from '../../listing.ts';
import {
  TypeCreateRequest,
  TypeUpdateRequest,
  typeById,
  typeQuery,
  typeView,
} from '../types/type-schemas.ts';

const CreditType = typeView('CreditType', 'A type that credits are counted by, such as General or Ethics.');

const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.settings.write', token: 'tenant' } as const;

const credits = '/api/v1/Settings/CreditTypes';
const credit = { description: 'The credit type.', body: CreditType };
const creditId = { id: '{{spareCreditTypeId}}' };

export const listCreditTypes = endpoint({
  ...shared,
  method: 'GET',
  path: credits,
  summary: 'List credit types',
  query: typeQuery,
  responses: {
    200: { description: 'A page of credit types.', body: z.array(CreditType), headers: listHeaders },
  },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { query: { page: 1, pageSize: 10 } },
});

export const createCreditType = endpoint({
  ...shared,
  method: 'POST',
  path: credits,
  summary: 'Create a credit type',
  body: TypeCreateRequest,
  responses: { 201: { ...credit, headers: { Location: 'The address of the credit type.' } } },
  refuses: ['ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 2, readUnits: 3, writeUnits: 6 },
  example: { body: { name: 'Leadership' } },
});

export const getCreditType = endpoint({
  ...shared,
  method: 'GET',
  path: `${credits}/{id}`,
  summary: 'Get one credit type',
  params: typeById,
  responses: { 200: credit },
  refuses: ['RESOURCE_NOT_FOUND'],
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: { params: creditId },
});

export const updateCreditType = endpoint({
  ...shared,
  method: 'PUT',
  path: `${credits}/{id}`,
  summary: 'Rename a credit type, or take it out of use',
  description: 'Only what is sent is changed. What has it shows the new name at once.',
  params: typeById,
  body: TypeUpdateRequest,
  responses: { 200: credit },
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 8 },
  example: { params: creditId, body: { name: 'Continuing Judicial Education' } },
});

export const deleteCreditType = endpoint({
  ...shared,
  method: 'DELETE',
  path: `${credits}/{id}`,
  summary: 'Remove a credit type that nothing has',
  params: typeById,
  responses: { 204: { description: 'It is removed.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 6 },
  example: { params: creditId },
});
