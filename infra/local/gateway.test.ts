// The local gateway answers HEAD as GET, without the body (RFC 9110 9.1, 9.3.2).
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoint, type Method } from '../../shared/http/endpoint.ts';
import { rawRequest } from '../../test/machinery/raw-request.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { createGateway } from './gateway.ts';

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
