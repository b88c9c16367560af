// The parts that the contracts of positions, election terms and regions have in common.
import * as z from 'zod';
import { wholeListQuery } from '../whole-list.ts';
import { choicesParams, DefinitionChoice } from './choices.ts';

const shared = { area: 'crm', tags: ['Committees'] } as const;
const reading = { ...shared, access: { permission: 'crm.committees.read', token: 'required' } } as const;
const writing = { ...shared, access: { permission: 'crm.committees.write', token: 'required' } } as const;

export const listing = {
  ...reading,
  method: 'GET',
  query: wholeListQuery({}),
  budget: { roundTrips: 2, readUnits: 5 },
  example: { query: { pageIndex: 0, pageSize: 20 } },
} as const;

export const choosing = {
  ...reading,
  method: 'GET',
  params: choicesParams,
  responses: { 200: { description: 'The entries.', body: z.array(DefinitionChoice) } },
  budget: { roundTrips: 2, readUnits: 5 },
  example: { params: { date: '2026-01-15' } },
} as const;

export const creating = {
  ...writing,
  method: 'POST',
  refuses: ['ALREADY_EXISTS'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 8 },
} as const;

export const getting = {
  ...reading,
  method: 'GET',
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 5 },
} as const;

export const updating = {
  ...writing,
  method: 'PUT',
  description:
    'Replaces all fields: what is not sent gets its default. Send the ETag as If-Match to prevent lost updates.',
  refuses: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 10 },
} as const;
