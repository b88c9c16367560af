// What an endpoint may answer: its successes, its refusals, and what the machinery adds.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../shared/http/endpoint.ts';
import { CrmErrorSchema } from '../../shared/http/envelopes/crm.schema.ts';
import { OAuthErrorSchema } from '../../shared/http/envelopes/oauth.schema.ts';
import { declaredStatuses, responseSchema } from './declared-responses.ts';

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
    expect(declaredStatuses(get)).toEqual([200, 304, 401, 403, 404, 429, 500, 503]);
    expect(declaredStatuses(create)).toEqual([201, 204, 400, 401, 403, 409, 422, 429, 500, 503]);
    expect(declaredStatuses(token)).toEqual([200, 401, 429, 500, 503]);
  });
});

describe('the schema of a reply', () => {
  it('is the body’s, none for 304 and a dry run, the area’s envelope for a refusal', () => {
    expect(responseSchema(get, 200)).toBe(Body);
    expect([responseSchema(get, 304), responseSchema(create, 204)]).toEqual([null, null]);
    expect(responseSchema(get, 404)).toBe(CrmErrorSchema);
    expect(responseSchema(token, 401)).toBe(OAuthErrorSchema);
  });
  it('is undefined for a status that is not declared', () => {
    expect([
      responseSchema(get, 201),
      responseSchema(get, 204),
      responseSchema(token, 204),
      responseSchema(get, 418),
    ]).toEqual(Array(4).fill(undefined));
  });
});
