// What an endpoint may answer: its successes, its refusals, and what the machinery adds.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../shared/http/endpoint.ts';
import { CrmErrorSchema } from '../../shared/http/envelopes/crm.schema.ts';
import { OAuthErrorSchema } from '../../shared/http/envelopes/oauth.schema.ts';
import { getResponseSchema, listDeclaredStatuses } from './declared-responses.ts';

const shared = {
  area: 'crm',
  summary: 'x',
  tags: [],
  budget: { roundTrips: 0, readUnits: 0 },
  example: {},
} as const;
const Body = z.strictObject({ id: z.string() });
const get = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/people/{id}',
  access: { permission: 'crm.people.read', token: 'required' },
  responses: { 200: { description: 'x', body: Body } },
  refuses: ['RESOURCE_NOT_FOUND'],
});
const create = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/people',
  access: { permission: 'crm.people.write', token: 'required' },
  responses: { 201: { description: 'x', body: Body } },
});
const token = endpoint({
  ...shared,
  method: 'POST',
  path: '/oauth/token',
  access: { client: true },
  repeatable: true,
  responses: { 200: { description: 'x', body: Body } },
  refuses: ['INVALID_CLIENT'],
});

describe('statuses', () => {
  it('are each declared once, ascending', () => {
    expect(listDeclaredStatuses(get)).toEqual([200, 304, 401, 403, 404, 429, 500, 503]);
    expect(listDeclaredStatuses(create)).toEqual([201, 204, 400, 401, 403, 409, 422, 429, 500, 503]);
    expect(listDeclaredStatuses(token)).toEqual([200, 401, 429, 500, 503]);
  });
});

describe('the schema of a reply', () => {
  it('is the body’s, none for 304 and a dry run, the area’s envelope for a refusal', () => {
    expect(getResponseSchema(get, 200)).toBe(Body);
    expect([getResponseSchema(get, 304), getResponseSchema(create, 204)]).toEqual([null, null]);
    expect(getResponseSchema(get, 404)).toBe(CrmErrorSchema);
    expect(getResponseSchema(token, 401)).toBe(OAuthErrorSchema);
  });
  it('is undefined for a status that is not declared', () => {
    expect([
      getResponseSchema(get, 201),
      getResponseSchema(get, 204),
      getResponseSchema(token, 204),
      getResponseSchema(get, 418),
    ]).toEqual(Array(4).fill(undefined));
  });
});
