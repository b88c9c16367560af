// A path in another case or with a trailing slash is served on AWS as on the local platform: the function for unknown
// routes invokes the endpoint's own function. Lambda itself is a stand-in that the SDK calls over HTTP.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as unrouted } from '../../infra/aws/unrouted.ts';
import { type Fixture, startFixture } from '../machinery/fixture.ts';
import { buildRecordEndpoints } from '../machinery/records.ts';

const trainingEndpoints = buildRecordEndpoints().filter(({ contract }) => contract.area === 'training');

let fixture: Fixture;
let lambda: Server;
let token: string;
/** The functions that were called, and how the next call fails. */
let calledFunctions: string[] = [];
let failureMode: 'thrown' | 'throttled' | undefined;

beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
  lambda = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(request.url ?? '')?.[1] ?? '';
    calledFunctions.push(name);
    if (failureMode === 'throttled') {
      response.writeHead(429, { 'x-amzn-ErrorType': 'TooManyRequestsException' });
      return response.end('{"message":"Rate exceeded"}');
    }
    if (failureMode === 'thrown') {
      response.writeHead(200, { 'X-Amz-Function-Error': 'Unhandled' });
      return response.end('{"errorMessage":"inside"}');
    }
    const endpoint = trainingEndpoints.find(
      (candidate) => `rostrum-prod-training-${candidate.name}` === name,
    );
    const handler = await endpoint?.handler();
    const reply = await handler?.(JSON.parse(text), {} as Context);
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => lambda.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', `http://127.0.0.1:${(lambda.address() as AddressInfo).port}`);
  vi.stubEnv('ENDPOINT_FUNCTIONS', 'rostrum-prod-training-');
  vi.stubEnv('TRAINING_URL', 'https://api.example.org/training');
  // What the bundler defines.
  vi.stubGlobal('AREA', 'training');
  vi.stubGlobal(
    'ROUTES',
    trainingEndpoints.map(({ name, contract: { method, path } }) => ({ name, method, path })),
  );
});
beforeEach(() => {
  calledFunctions = [];
  failureMode = undefined;
});
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  lambda.closeAllConnections();
  await new Promise((resolve) => lambda.close(resolve));
  await fixture.stop();
});

/** The request as API Gateway passes it to the function for unknown routes, below a domain's base path. */
function sendRequest(
  method: string,
  path: string,
  body?: unknown,
  headers = {},
): Promise<APIGatewayProxyResult> {
  const event = {
    resource: '/{proxy+}',
    path: `/training${path}`,
    httpMethod: method,
    headers: {
      'tenant-code': 'alder',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    multiValueQueryStringParameters: path.includes('Search') ? null : { pageSize: ['3'] },
    pathParameters: { proxy: path.slice(1) },
    requestContext: {
      requestId: '7c1f6f0e-9d55-4a51-9d3a-0b3b6d1f2a10',
      resourcePath: '/{proxy+}',
      identity: { sourceIp: '192.0.2.1' },
    },
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
  };
  return unrouted(event as unknown as APIGatewayProxyEvent);
}

describe('another spelling', () => {
  it('of a path is answered as the published one: created, found, listed, refused', async () => {
    const created = await sendRequest('POST', '/API/V1/records/', { name: 'spelled', kind: 'small' });
    expect(created.statusCode).toBe(201);
    const { id } = JSON.parse(created.body);
    const published = await fixture.call('GET', 'training', `/api/v1/Records/${id}`, {
      tenant: 'alder',
      token,
    });
    const other = await sendRequest('GET', `/Api/v1/RECORDS/${id}/`);
    expect(other.statusCode).toBe(200);
    expect(JSON.parse(other.body)).toEqual(published.body);
    expect(other.headers?.ETag).toBe(published.headers.get('etag'));
    expect(JSON.parse((await sendRequest('GET', '/api/v1/records')).body)).toMatchObject({ pageSize: 3 });
    const refused = await sendRequest('POST', '/api/v1/records', {});
    expect(refused.statusCode).toBe(400);
    expect(calledFunctions).toEqual(
      ['createRecord', 'getRecord', 'listRecords', 'createRecord'].map(
        (name) => `rostrum-prod-training-${name}`,
      ),
    );
  });

  it('passes on the request id, the method, and the path as it was written', async () => {
    const head = await sendRequest('HEAD', '/api/v1/records/');
    expect([head.statusCode, calledFunctions]).toEqual([200, ['rostrum-prod-training-listRecords']]);
    const refused = await sendRequest('GET', '/API/v1/Records/nothing/');
    expect(refused.headers?.['X-Request-Id']).toBe('req-7c1f6f0e-9d55-4a51-9d3a-0b3b6d1f2a10');
    expect(JSON.parse(refused.body)).toMatchObject({ status: 404, path: '/API/v1/Records/nothing' });
  });

  it('is checked for tenant and token by the endpoint, like every request', async () => {
    expect((await sendRequest('GET', '/api/v1/records', undefined, { Authorization: '' })).statusCode).toBe(
      401,
    );
    expect(
      (await sendRequest('GET', '/api/v1/records', undefined, { 'tenant-code': 'nobody' })).statusCode,
    ).toBe(401);
  });

  it('is invoked once, and without a reply the result is reported as unknown', async () => {
    for (const how of ['thrown', 'throttled'] as const) {
      calledFunctions = [];
      failureMode = how;
      const reply = await sendRequest('POST', '/api/v1/records/', { name: how, kind: 'small' });
      expect(reply.statusCode, how).toBe(500);
      expect(reply.body).toContain('may have been carried out');
      expect(reply.body).not.toContain('inside');
      expect(calledFunctions, how).toHaveLength(1);
    }
  });
});

it('an unknown path or method invokes no function', async () => {
  expect((await sendRequest('GET', '/api/v1/nothing')).statusCode).toBe(404);
  expect((await sendRequest('DELETE', '/api/v1/records/')).statusCode).toBe(405);
  expect(calledFunctions).toEqual([]);
});
