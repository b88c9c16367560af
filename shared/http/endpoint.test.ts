// What follows from a contract's parts: whether it writes, and what it may refuse with.
// Rules: docs/interface/errors.md#codes.

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { isTenantScoped, isWrite } from '../auth/permissions/access-requirement.ts';
import { endpoint, endpointName, listErrorCodes } from './endpoint.ts';
import { getMaxBodyBytes } from './request/declaration.ts';

const shared = {
  area: 'training',
  path: '/api/v1/Awards/{id}',
  summary: 'An award',
  tags: ['Awards'],
  responses: { 200: { description: 'It.', body: null } },
  budget: { roundTrips: 1, readUnits: 1 },
  example: {},
} as const;
const access = { permission: 'crm.people.read', token: 'tenant' } as const;
const params = z.object({ id: z.string() });

const get = endpoint({ ...shared, method: 'GET', access, params });
const post = endpoint({ ...shared, method: 'POST', access, body: z.object({}) });
const act = endpoint({ ...shared, method: 'POST', access, params });
const put = endpoint({ ...shared, method: 'PUT', access, params, body: z.object({}), maxBodyBytes: 10 });
const search = endpoint({ ...shared, method: 'POST', access, repeatable: true });
const open = endpoint({ ...shared, method: 'GET', access: 'public' });
const client = endpoint({
  ...shared,
  method: 'POST',
  access: { client: true },
  refuses: ['INVALID_CLIENT'],
  repeatable: true,
});

describe('refusals', () => {
  it('lists every code once', () => {
    for (const contract of [get, post, put, act, search, open, client])
      expect(new Set(listErrorCodes(contract)).size).toBe(listErrorCodes(contract).length);
  });
  it('has 429 and 500 for everything', () => {
    for (const contract of [get, open, client])
      expect(listErrorCodes(contract)).toEqual(
        expect.arrayContaining(['RATE_LIMIT_EXCEEDED', 'INTERNAL_SERVER_ERROR']),
      );
  });
  it('has 401 and 403 for endpoints of a tenant, and not for public ones', () => {
    expect(listErrorCodes(get)).toEqual(
      expect.arrayContaining([
        'AUTHENTICATION_REQUIRED',
        'PERMISSION_DENIED',
        'TENANT_MISMATCH',
        'TENANT_SUSPENDED',
      ]),
    );
    expect(listErrorCodes(open)).not.toContain('AUTHENTICATION_REQUIRED');
  });
  it('has the errors of a body only where there is a body', () => {
    expect(listErrorCodes(post)).toEqual(
      expect.arrayContaining(['UNSUPPORTED_MEDIA_TYPE', 'PAYLOAD_TOO_LARGE', 'VALIDATION_ERROR']),
    );
    expect(listErrorCodes(get)).not.toContain('PAYLOAD_TOO_LARGE');
  });
  it('has one code for every 400 in area A, and one for malformed bodies elsewhere', () => {
    expect(listErrorCodes(post)).not.toContain('MALFORMED_BODY');
    expect(listErrorCodes({ ...post, area: 'crm' })).toContain('MALFORMED_BODY');
  });
  it('has 412 for endpoints that change one resource, and the idempotency codes for a POST that writes', () => {
    expect(
      [put, act, post, get, search].map((contract) =>
        listErrorCodes(contract).includes('PRECONDITION_FAILED'),
      ),
    ).toEqual([true, true, false, false, false]);
    expect(
      [put, act, post, get, search].map((contract) =>
        listErrorCodes(contract).includes('IDEMPOTENCY_KEY_REUSED'),
      ),
    ).toEqual([false, true, true, false, false]);
  });
});

it('distinguishes writes from reads, and endpoints of a tenant from others', () => {
  expect([get, post, put, search].map(isWrite)).toEqual([false, true, true, false]);
  expect([get, open, client].map((contract) => isTenantScoped(contract.access))).toEqual([
    true,
    false,
    false,
  ]);
  expect([getMaxBodyBytes(post), getMaxBodyBytes(put)]).toEqual([262_144, 10]);
  expect(endpointName(get)).toBe('GET training/api/v1/Awards/{id}');
});
