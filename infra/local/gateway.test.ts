// The local gateway: HEAD (RFC 9110 9.1, 9.3.2), request targets (RFC 9112 3.2), and pages of other origins.
import type { Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoint, type Method } from '../../shared/http/endpoint.ts';
import { rawRequest } from '../../test/machinery/requests/raw-request.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { createGateway, maxRunningPerTenant } from './gateway.ts';

const body = '{"name":"Årsta"}';

const registered = (method: Method, path: `/${string}`, statusCode: number): RegisteredEndpoint => ({
  name: method.toLowerCase(),
  contract: endpoint({
    area: 'crm',
    method,
    path,
    summary: method,
    tags: [],
    access: 'public',
    responses: {},
    budget: { roundTrips: 0, readUnits: 0 },
    example: {},
  }),
  folder: '',
  handlerFile: '',
  handler: async () => async (event) => ({
    statusCode,
    headers: { 'Content-Type': 'application/json', ETag: '"1"', 'X-Method': event.httpMethod },
    body: statusCode === 304 ? '' : body,
  }),
});

let server: Server;
let port: number;
beforeAll(async () => {
  server = createGateway({
    endpoints: [
      registered('GET', '/api/v1/Trees/{id}', 200),
      registered('GET', '/api/v1/Unchanged', 304),
      registered('POST', '/api/v1/Shrubs', 201),
    ],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('sends the headers of GET, including Content-Length, and no body', async () => {
  const get = await rawRequest(port, 'GET', '/crm/api/v1/Trees/1');
  const head = await rawRequest(port, 'HEAD', '/crm/api/v1/trees/1/');
  expect([get.status, head.status]).toEqual([200, 200]);
  expect([get.text, head.text]).toEqual([body, '']);
  const headersOf = ({ headers }: typeof get) =>
    Object.fromEntries([...headers].filter(([name]) => name !== 'date' && name !== 'x-method'));
  expect(headersOf(head)).toEqual(headersOf(get));
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
  expect(head.headers.get('x-method')).toBe('HEAD');
});

it('sends no Content-Length with 304, which has no body', async () => {
  const reply = await rawRequest(port, 'HEAD', '/crm/api/v1/Unchanged');
  expect([reply.status, reply.headers.get('content-length')]).toEqual([304, null]);
});

it('refuses HEAD without a GET, and lists it in Allow with one', async () => {
  const head = await rawRequest(port, 'HEAD', '/crm/api/v1/Shrubs');
  expect([head.status, head.headers.get('allow'), head.text]).toEqual([405, 'POST', '']);
  const put = await rawRequest(port, 'PUT', '/crm/api/v1/Trees/1');
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await rawRequest(port, 'HEAD', '/crm/api/v1/Nothing')).status).toBe(404);
});

it('reads a target in absolute form, whatever its host, and refuses one that is no address', async () => {
  const absolute = await rawRequest(port, 'GET', 'http://elsewhere.example:99/crm/api/v1/Trees/1');
  expect([absolute.status, absolute.text]).toEqual([200, body]);
  for (const target of [
    'http://',
    'http://[',
    'http://a b/',
    'mailto:a@b.example',
    'crm',
    '*',
    'javascript:1',
  ]) {
    const reply = await rawRequest(port, 'GET', encodeURI(target).replaceAll('%5B', '['));
    expect(reply.status, target).toBe(400);
  }
});

describe('a gateway for this machine alone', () => {
  let own: Server;
  let ownPort: number;
  beforeAll(async () => {
    own = createGateway({
      endpoints: [registered('GET', '/api/v1/Trees/{id}', 200)],
      localOriginsOnly: true,
    });
    await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
    const address = own.address();
    ownPort = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => new Promise((resolve) => own.close(resolve)));

  it('serves programs, and pages of this machine', async () => {
    const origins = [
      undefined,
      'http://localhost:5173',
      'http://app.localhost',
      'http://127.0.0.1',
      'http://[::1]:8080',
    ];
    for (const origin of origins) {
      const headers: Record<string, string> = origin === undefined ? {} : { Origin: origin };
      expect((await rawRequest(ownPort, 'GET', '/crm/api/v1/Trees/1', { headers })).status, origin).toBe(200);
    }
  });

  it('refuses pages of other origins, and their preflights', async () => {
    const origins = [
      'https://evil.example',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'null',
    ];
    for (const Origin of origins) {
      expect((await rawRequest(ownPort, 'GET', '/crm/api/v1/Trees/1', { headers: { Origin } })).status).toBe(
        403,
      );
      const preflight = { Origin, 'Access-Control-Request-Method': 'POST' };
      const reply = await rawRequest(ownPort, 'OPTIONS', '/crm/api/v1/Trees/1', { headers: preflight });
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
  });
});

it('a request waits 29 seconds for its turn, and a function has 29 seconds', async () => {
  const trees = registered('GET', '/api/v1/Trees/{id}', 200);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const left: number[] = [];
  const handle = await trees.handler();
  const handler: RegisteredEndpoint['handler'] = async () => async (event, context) => {
    left.push(context.getRemainingTimeInMillis());
    await released;
    return handle(event, context);
  };
  const delays: unknown[] = [];
  const wait = globalThis.setTimeout;
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, delay) => {
    delays.push(delay);
    return wait(work, delay);
  });
  const own = createGateway({ endpoints: [{ ...trees, handler }] });
  await new Promise<void>((listening) => own.listen(0, '127.0.0.1', listening));
  const address = own.address();
  const ownPort = typeof address === 'object' && address ? address.port : 0;
  const replies = Array.from({ length: maxRunningPerTenant + 1 }, () =>
    rawRequest(ownPort, 'GET', '/crm/api/v1/Trees/1'),
  );
  await expect.poll(() => delays.includes(29_000)).toBe(true);
  expect(left).toHaveLength(maxRunningPerTenant);
  for (const milliseconds of left) {
    expect(milliseconds).toBeLessThanOrEqual(29_000);
    expect(milliseconds).toBeGreaterThan(28_000);
  }
  release();
  expect(new Set((await Promise.all(replies)).map(({ status }) => status))).toEqual(new Set([200]));
  timers.mockRestore();
  await new Promise((closed) => own.close(closed));
});

describe('a gateway whose requests take long', () => {
  let begun: string[];
  let release: () => void;
  let gateway: Server;
  let url: string;
  beforeEach(async () => {
    begun = [];
    const { promise: released, resolve } = Promise.withResolvers<void>();
    release = resolve;
    const slow = registered('GET', '/api/v1/Slow', 200);
    const handle = await slow.handler();
    const handler: RegisteredEndpoint['handler'] = async () => async (event, context) => {
      begun.push(String(event.headers['tenant-code']));
      await released;
      return handle(event, context);
    };
    gateway = createGateway({ endpoints: [{ ...slow, handler }], maxWait: 50 });
    await new Promise<void>((listening) => gateway.listen(0, '127.0.0.1', listening));
    const address = gateway.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/crm/api/v1/Slow`;
  });
  afterEach(async () => {
    release();
    gateway.closeAllConnections();
    await new Promise((closed) => gateway.close(closed));
  });

  const send = (count: number, tenant: string) =>
    Array.from({ length: count }, () => fetch(url, { headers: { 'tenant-code': tenant } }));

  it('runs 32 at once; one that waits too long gets 503 with Retry-After before it began', async () => {
    const first = [...send(16, 'demo'), ...send(16, 'harbor')];
    await expect.poll(() => begun.length).toBe(32);
    const late = await fetch(url);
    expect(late.status).toBe(503);
    expect(late.headers.get('Retry-After')).toBe('5');
    expect(await late.json()).toMatchObject({ error: { code: 'SERVICE_BUSY' } });
    release();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(32).fill(200));
    expect(begun).toHaveLength(32);
  });

  it('runs 24 of one tenant at once, so that others need not wait for it', async () => {
    const first = send(24, 'demo');
    await expect.poll(() => begun.length).toBe(24);
    const [late] = await Promise.all(send(1, 'demo'));
    expect(late?.status).toBe(503);
    const others = send(8, 'harbor');
    await expect.poll(() => begun.filter((tenant) => tenant === 'harbor').length).toBe(8);
    release();
    const replies = await Promise.all([...first, ...others]);
    expect(replies.map(({ status }) => status)).toEqual(Array(32).fill(200));
  });
});
