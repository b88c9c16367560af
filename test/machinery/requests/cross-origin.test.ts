// The pages of other origins that may read a reply: those of the tenant's allowed origins (Fetch standard, CORS;
// docs/interface/access.md#other-origins).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { listEndpoints } from '../../../infra/contracts/registry.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import {
  buildCrossOriginHeaders,
  exposedHeaders,
} from '../../../shared/http/middleware/cross-origin-headers.ts';
import { ok } from '../../../shared/http/reply.ts';
import { type Fixture, type FixtureTenant, startFixture } from '../fixture.ts';
import { rawRequest } from './raw-request.ts';

const members = 'https://members.example.org';
const elsewhere = 'https://elsewhere.example';

const openList = endpoint({
  area: 'crm',
  method: 'GET',
  path: '/api/v1/OpenList',
  summary: 'A list for anybody',
  tags: [],
  access: 'public',
  responses: { 200: { description: 'Nothing', body: z.strictObject({}) } },
  budget: { roundTrips: 0, readUnits: 0 },
  example: {},
});

let fixture: Fixture;
beforeAll(async () => {
  const handler = lambda(openList, () => ok({}, { headers: { Vary: 'Accept' } }));
  fixture = await startFixture([
    {
      name: 'openList',
      contract: openList,
      folder: '',
      handlerFile: '',
      handler: async () => handler,
    },
  ]);
  const allow = (tenant: FixtureTenant, allowedOrigins: readonly string[]) =>
    update(tenantKey(fixture.store(tenant)), { set: { allowedOrigins } });
  await commit([
    allow('alder', [members, 'http://localhost:5173']),
    allow('birch', ['HTTPS://Members.Example.org', 'http://localhost:5173']),
    allow('cedar', [members]),
    allow('dune', ['*']),
  ]);
});
afterAll(() => fixture.stop());

const callFrom = (tenant: string | undefined, Origin: string | undefined, headers = {}) =>
  fixture.call('GET', 'training', '/api/v1/Records', {
    tenant,
    headers: { ...headers, ...(Origin !== undefined && { Origin }) },
  });

const readCorsHeaders = ({ status, headers }: Awaited<ReturnType<typeof callFrom>>) => ({
  status,
  origin: headers.get('access-control-allow-origin'),
  vary: headers.get('vary'),
});

describe("a reply within a tenant, to a page of the tenant's origins", () => {
  it('may be read by that page, and allows only its origin, with the headers callers need', async () => {
    const reply = await callFrom('birch', 'http://localhost:5173');
    expect(readCorsHeaders(reply)).toEqual({ status: 200, origin: 'http://localhost:5173', vary: 'Origin' });
    expect(reply.headers.get('access-control-expose-headers')).toBe(exposedHeaders);
  });

  it('may be read by that page, whatever the case of the origin in the tenant settings', async () => {
    expect(readCorsHeaders(await callFrom('birch', members))).toEqual({
      status: 200,
      origin: members,
      vary: 'Origin',
    });
  });

  it('is also readable when it is a refusal: no token, a suspended tenant, an invalid request', async () => {
    expect(readCorsHeaders(await callFrom('alder', members))).toEqual({
      status: 401,
      origin: members,
      vary: 'Origin',
    });
    expect(readCorsHeaders(await callFrom('cedar', members))).toEqual({
      status: 403,
      origin: members,
      vary: 'Origin',
    });
    const fault = await fixture.call('POST', 'training', '/api/v1/Records', {
      tenant: 'birch',
      headers: { Origin: members },
      body: {},
    });
    expect(readCorsHeaders(fault)).toEqual({ status: 400, origin: members, vary: 'Origin' });
  });

  it('is also readable when it says that nothing changed (304)', async () => {
    const etag = (await callFrom('birch', members)).headers.get('etag') ?? '';
    const again = await callFrom('birch', members, { 'If-None-Match': etag });
    expect(readCorsHeaders(again)).toEqual({ status: 304, origin: members, vary: 'Origin' });
  });

  it('is also readable when it repeats the first reply (Idempotency-Key), whichever page sent the first request', async () => {
    const token = await fixture.token({ tenant: 'alder' });
    const send = (Origin: string) =>
      fixture.call('POST', 'training', '/api/v1/Records', {
        tenant: 'alder',
        token,
        headers: { Origin, 'Idempotency-Key': 'one-key-for-two-pages' },
        body: { name: 'kept', kind: 'small' },
      });
    expect(readCorsHeaders(await send('http://localhost:5173'))).toMatchObject({
      status: 201,
      origin: 'http://localhost:5173',
    });
    const again = await send(members);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(readCorsHeaders(again)).toEqual({ status: 201, origin: members, vary: 'Origin' });
  });
});

describe('a reply within a tenant, to any other page', () => {
  it('names no origin, so that browsers hide it from the page; a cache stores the two replies separately', async () => {
    expect(readCorsHeaders(await callFrom('birch', elsewhere))).toEqual({
      status: 200,
      origin: null,
      vary: 'Origin',
    });
    expect(readCorsHeaders(await callFrom('birch', 'null'))).toEqual({
      status: 200,
      origin: null,
      vary: 'Origin',
    });
    expect(readCorsHeaders(await callFrom('birch', undefined))).toEqual({
      status: 200,
      origin: null,
      vary: 'Origin',
    });
  });

  it('may not be read by an origin that only looks like an allowed one', async () => {
    for (const origin of [`${members}.evil.example`, `${members}:8443`, 'http://members.example.org'])
      expect(readCorsHeaders(await callFrom('birch', origin)).origin, origin).toBeNull();
  });

  it('may be read when the tenant allows every origin', async () => {
    expect(readCorsHeaders(await callFrom('dune', elsewhere))).toEqual({
      status: 200,
      origin: '*',
      vary: null,
    });
  });
});

describe('a reply without data of a tenant', () => {
  it('may be read by any page: for an unknown tenant, no tenant, an unknown path, a public endpoint', async () => {
    for (const reply of [
      await callFrom('nobody', elsewhere),
      await callFrom(undefined, elsewhere),
      await fixture.call('GET', 'training', '/api/v1/Nothing', { headers: { Origin: elsewhere } }),
      await fixture.call('GET', 'crm', '/api/v1/OpenList', { headers: { Origin: elsewhere } }),
    ])
      expect(readCorsHeaders(reply).origin, String(reply.status)).toBe('*');
  });
});

describe('a preflight', () => {
  it('is answered for any page, because it names no tenant', async () => {
    const reply = await rawRequest(fixture.port, 'OPTIONS', '/training/api/v1/Records', {
      headers: {
        Origin: elsewhere,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'tenant-code, authorization',
      },
    });
    expect(readCorsHeaders(reply)).toMatchObject({ status: 204, origin: '*' });
    expect(reply.headers.get('access-control-allow-headers')).toBe('tenant-code, authorization');
    expect(reply.headers.get('access-control-allow-methods')).toContain('POST');
  });
});

it('the other values of Vary stay in a reply', () => {
  expect(buildCrossOriginHeaders([members], members, 'Accept').Vary).toBe('Accept, Origin');
  expect(buildCrossOriginHeaders([members], undefined, 'accept, origin').Vary).toBe('accept, origin');
  expect(buildCrossOriginHeaders([members], undefined, '*').Vary).toBe('*');
});

it('every header that a contract declares and a browser would hide is exposed', async () => {
  // Fetch 2.2.2, CORS-safelisted response-header name.
  const safelisted =
    /^(cache-control|content-language|content-length|content-type|expires|last-modified|pragma)$/i;
  const exposed = new Set(exposedHeaders.toLowerCase().split(', '));
  const declared = (await listEndpoints()).flatMap(({ contract }) =>
    Object.values(contract.responses).flatMap(({ headers }) => Object.keys(headers ?? {})),
  );
  expect(declared).toContain('X-Total-Count');
  for (const name of declared)
    expect(safelisted.test(name) || exposed.has(name.toLowerCase()), name).toBe(true);
});
