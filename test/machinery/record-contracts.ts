// The contracts of a small record that only the tests have, the same in every area, with all kinds of access.
import * as z from 'zod';
import type { Area } from '../../shared/http/areas.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { integerWithDefault, optionalBoolean } from '../../shared/http/lenient.ts';

const Draft = z.object({
  name: z.string().trim().min(1).max(40),
  kind: z.enum(['small', 'large']),
  count: z.int().min(0).max(99).optional(),
  price: z.number().min(0).optional(),
  isActive: z.boolean().default(true),
  id: z.uuid().optional(),
  mail: z.email().optional(),
  day: z.iso.date().optional(),
  tags: z.array(z.string().max(10)).max(3).optional(),
  address: z.object({ city: z.string().min(1), lines: z.array(z.string().max(20)).optional() }).optional(),
});
const RecordView = z.strictObject({ id: z.string(), name: z.string(), count: z.int(), version: z.int() });

const budget = { roundTrips: 9, readUnits: 9, writeUnits: 9 };
const recordReply = { description: 'The record.', body: RecordView };
const byId = z.object({ id: z.string().min(1).max(60) });

/** The contracts of the record's operations in one area. */
export function recordContracts(area: Area) {
  const shared = { area, summary: 'A record', tags: ['Records'], budget, example: {} } as const;
  const reading = { ...shared, access: { permission: 'crm.people.read', token: 'tenant' } } as const;
  const writing = { ...shared, access: { permission: 'crm.people.write', token: 'tenant' } } as const;
  const inOwnName = { ...shared, access: { permission: 'own', token: 'tenant' } } as const;

  const list = endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/Records',
    query: z.object({
      pageSize: integerWithDefault(50, 1, 200),
      kind: z.enum(['small', 'large']).optional(),
      isActive: optionalBoolean(),
    }),
    responses: {
      200: {
        description: 'What was asked.',
        body: z.strictObject({ pageSize: z.int(), isActive: z.boolean().optional() }),
      },
    },
  });
  const get = endpoint({
    ...reading,
    method: 'GET',
    path: '/api/v1/Records/{id}',
    params: byId,
    responses: { 200: recordReply },
    refuses: ['RESOURCE_NOT_FOUND'],
  });
  const create = endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/Records',
    body: Draft,
    maxBodyBytes: 2000,
    responses: { 201: { ...recordReply, headers: { Location: 'Its address.' } } },
    refuses: ['ALREADY_EXISTS'],
  });
  const replace = endpoint({
    ...writing,
    method: 'PUT',
    path: '/api/v1/Records/{id}',
    params: byId,
    body: Draft,
    responses: { 200: recordReply },
    refuses: ['RESOURCE_NOT_FOUND'],
  });
  const drop = endpoint({
    ...writing,
    method: 'DELETE',
    path: '/api/v1/Records/{id}',
    params: byId,
    responses: { 204: { description: 'Gone.', body: null } },
    refuses: ['RESOURCE_NOT_FOUND'],
  });
  const increment = endpoint({
    ...writing,
    method: 'POST',
    path: '/api/v1/Records/{id}/Increment',
    params: byId,
    responses: { 200: recordReply },
    refuses: ['RESOURCE_NOT_FOUND'],
  });
  const search = endpoint({
    ...reading,
    method: 'POST',
    path: '/api/v1/Records/Search',
    body: z.object({ text: z.string().optional() }),
    repeatable: true,
    responses: { 200: { description: 'The text.', body: z.strictObject({ text: z.string() }) } },
  });
  const clock = endpoint({
    ...inOwnName,
    method: 'GET',
    path: '/api/v1/Clock',
    responses: {
      200: { description: 'Now.', body: z.strictObject({ now: z.iso.datetime(), subject: z.string() }) },
    },
  });
  const breakdown = endpoint({
    ...inOwnName,
    method: 'GET',
    path: '/api/v1/Breakdown',
    responses: { 200: { description: 'Never.', body: z.strictObject({}) } },
  });
  const ping = endpoint({
    ...shared,
    access: 'public',
    method: 'GET',
    path: '/api/v1/Ping',
    responses: { 200: { description: 'Alive.', body: z.strictObject({ alive: z.boolean() }) } },
  });
  const form = endpoint({
    ...shared,
    access: 'public',
    method: 'POST',
    path: '/oauth/echo',
    body: z.array(z.tuple([z.string(), z.string()])),
    bodyType: 'form',
    repeatable: true,
    responses: { 200: { description: 'The names.', body: z.strictObject({ names: z.array(z.string()) }) } },
    refuses: ['INVALID_CLIENT'],
  });

  return { list, get, create, replace, drop, increment, search, clock, breakdown, ping, form };
}
