// Requests that match no endpoint: answered by the endpoint meant, or with 308, 404 or 405 (RFC 9110 15.4.9, 15.5.5,
// 15.5.6).
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerUnrouted, type KnownRoute } from './unrouted.ts';

const routes: readonly KnownRoute[] = [
  { name: 'listTrees', method: 'GET', path: '/api/v1/Trees' },
  { name: 'plantTree', method: 'POST', path: '/api/v1/Trees' },
  { name: 'getTree', method: 'GET', path: '/api/v1/Trees/{id}' },
];
const now = new Date('2025-03-04T05:06:07.000Z');

const buildEvent = (
  httpMethod: string,
  path: string,
  query: Record<string, string[]> | null = null,
): APIGatewayProxyEvent => ({
  httpMethod,
  path,
  resource: '/{proxy+}',
  headers: {},
  multiValueHeaders: {},
  queryStringParameters: null,
  multiValueQueryStringParameters: query,
  pathParameters: null,
  stageVariables: null,
  body: null,
  isBase64Encoded: false,
  requestContext: {
    accountId: '',
    apiId: '',
    authorizer: undefined,
    protocol: 'HTTP/1.1',
    httpMethod,
    path,
    stage: 'training',
    requestId: 'one',
    requestTimeEpoch: 0,
    resourceId: '',
    resourcePath: '',
    identity: {
      accessKey: null,
      accountId: null,
      apiKey: null,
      apiKeyId: null,
      caller: null,
      clientCert: null,
      cognitoAuthenticationProvider: null,
      cognitoAuthenticationType: null,
      cognitoIdentityId: null,
      cognitoIdentityPoolId: null,
      principalOrgId: null,
      sourceIp: '192.0.2.1',
      user: null,
      userAgent: null,
      userArn: null,
    },
  },
});

const answerRequest = (method: string, path: string, query?: Record<string, string[]>) =>
  answerUnrouted('training', routes, buildEvent(method, path, query), now);

let previousUrl: string | undefined;
beforeEach(() => {
  previousUrl = process.env.TRAINING_URL;
  process.env.TRAINING_URL = 'https://api.example.org/training';
});
afterEach(() => {
  process.env.TRAINING_URL = previousUrl ?? '';
});

describe('another spelling of a path, where functions can not be invoked', () => {
  it('is redirected to the published one with its query and values', async () => {
    const reply = await answerRequest('GET', '/API/V1/trees/Ash%20Tree/', { page: ['2'], tag: ['a b', 'c'] });
    expect(reply.statusCode).toBe(308);
    expect(reply.headers?.Location).toBe(
      'https://api.example.org/training/api/v1/Trees/Ash%20Tree?page=2&tag=a+b&tag=c',
    );
  });

  it('is redirected for HEAD too, which GET answers (RFC 9110 9.3.2)', async () => {
    expect((await answerRequest('HEAD', '/api/v1/trees/')).statusCode).toBe(308);
  });

  it('is recognised below the base path of a domain too', async () => {
    expect((await answerRequest('POST', '/Training/api/v1/trees')).headers?.Location).toBe(
      'https://api.example.org/training/api/v1/Trees',
    );
  });

  it('never redirects to another host, for any path', async () => {
    for (const path of [
      '//evil.example/api/v1/trees',
      '/api/v1/trees/%2F%2Fevil.example',
      '/api/v1/TREES/..%2f..',
    ]) {
      const { statusCode, headers } = await answerRequest('GET', path);
      const location = headers?.Location ?? 'https://api.example.org/training/';
      expect(new URL(String(location)).host, path).toBe('api.example.org');
      expect([308, 404, 405], path).toContain(statusCode);
    }
  });
});

describe("another spelling of a path, where the endpoint's function can be invoked", () => {
  const reply = {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: '{"id":"Ash Tree"}',
  };

  it('is answered by that function, with the event of the published path', async () => {
    const invocations: unknown[] = [];
    const event = buildEvent('GET', '/training/API/v1/trees/Ash%20Tree/', { page: ['2'] });
    const answered = await answerUnrouted('training', routes, event, now, async (meant, receivedEvent) => {
      invocations.push(meant, receivedEvent);
      return reply;
    });
    expect(answered).toBe(reply);
    expect(invocations).toEqual([
      { name: 'getTree', resource: '/api/v1/Trees/{id}', params: { id: 'Ash%20Tree' } },
      event,
    ]);
  });

  it('is 500 with a hint that it may have been carried out, when no reply came', async () => {
    const event = buildEvent('POST', '/api/v1/trees/');
    const answered = await answerUnrouted('training', routes, event, now, () =>
      Promise.reject(new Error('the function went away')),
    );
    expect(answered.statusCode).toBe(500);
    expect(answered.body).toContain('the request may have been carried out');
    expect(answered.body).not.toContain('went away');
  });

  it('invokes no function for an unknown method or path', async () => {
    const served = () => Promise.reject(new Error('nothing is to be called'));
    const statuses = ['/api/v1/trees/', '/api/v1/shrubs'].map(async (path) => {
      const { statusCode } = await answerUnrouted(
        'training',
        routes,
        buildEvent('DELETE', path),
        now,
        served,
      );
      return statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([405, 404]);
  });
});

describe('a request that matches no endpoint in any spelling', () => {
  it('is 405 with Allow where the path has other methods', async () => {
    const reply = await answerRequest('DELETE', '/api/v1/Trees');
    expect(reply.statusCode).toBe(405);
    expect(reply.headers?.Allow).toBe('GET, HEAD, POST');
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
  });

  it("is 404 in the area's envelope otherwise, with an exact time and path", async () => {
    const reply = await answerRequest('GET', '/training/api/v1/Shrubs');
    expect(reply.statusCode).toBe(404);
    expect(JSON.parse(reply.body)).toMatchObject({
      error: { code: 'ROUTE_NOT_FOUND' },
      status: 404,
      timestamp: '2025-03-04T05:06:07.000Z',
      path: '/api/v1/Shrubs',
      requestId: 'req-one',
    });
  });
});
