// Requests that match no endpoint: answered with 308, 404 or 405 (RFC 9110 15.4.9, 15.5.5, 15.5.6), never by an endpoint.
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

describe('another spelling of a path', () => {
  it('is sent to the published one with its query and values, and is not served', () => {
    const reply = answerRequest('GET', '/API/V1/trees/Ash%20Tree/', { page: ['2'], tag: ['a b', 'c'] });
    expect(reply).toMatchObject({ statusCode: 308, body: '' });
    expect(reply.headers?.Location).toBe('/training/api/v1/Trees/Ash%20Tree?page=2&tag=a+b&tag=c');
  });

  it.each([
    ['in another case', '/api/V1/TREES'],
    ['with a trailing slash', '/api/v1/Trees/'],
    ['with encoded characters', '/api/v1/%54rees'],
    ['with encoded characters in another case', '/api/v1/%54REES/'],
    ['below the base path of the domain', '/training/api/v1/trees'],
    ['below the base path in another case', '/Training/api/v1/trees'],
  ])('%s is sent there for every method that the path has', (_, path) => {
    for (const method of ['GET', 'HEAD', 'POST'])
      expect(answerRequest(method, path), method).toMatchObject({
        statusCode: 308,
        headers: { Location: '/training/api/v1/Trees', 'Cache-Control': 'no-store' },
      });
  });

  it('leads to a path that is not sent on again', () => {
    for (const path of ['/api/v1/TREES/', '/api/v1/trees/Ash%20Tree', "/api/v1/trees/o'neil%3A%2f"]) {
      const location = String(answerRequest('GET', path).headers?.Location);
      expect(answerRequest('GET', location).statusCode, location).toBe(404);
    }
  });

  it('never leads to another host or out of the area, for any path', () => {
    for (const path of [
      ...['//evil.example/api/v1/trees', '/\\evil.example/api/v1/trees', '/api/v1/trees/%2F%2Fevil.example'],
      ...[
        '/api/v1/trees/https:%2f%2fevil.example',
        '/api/v1/TREES/..%2f..',
        '/api/v1/trees/..',
        '/api/v1/trees/%2e%2e/',
        '/api/v1/trees/%0d%0aSet-Cookie:x',
      ],
    ]) {
      const { statusCode, headers } = answerRequest('GET', path);
      expect([308, 404, 405], path).toContain(statusCode);
      if (statusCode !== 308) continue;
      const location = String(headers?.Location);
      expect(location, path).toMatch(/^\/training\/api\/v1\/Trees\/[\w.%:~!*'()-]+$/);
      const { host, pathname } = new URL(location, 'https://api.example.org');
      expect([host, pathname.startsWith('/training/api/v1/Trees/')], path).toEqual(['api.example.org', true]);
    }
  });

  it('leads below no base where SAM CLI serves the area without one', () => {
    process.env.TRAINING_URL = 'http://127.0.0.1:3001';
    expect(answerRequest('GET', '/api/v1/trees').headers?.Location).toBe('/api/v1/Trees');
  });
});

describe('a request that matches no endpoint in any spelling', () => {
  it('is 405 with Allow where the path has other methods', () => {
    const reply = answerRequest('DELETE', '/api/v1/Trees');
    expect(reply.statusCode).toBe(405);
    expect(reply.headers?.Allow).toBe('GET, HEAD, POST');
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
  });

  it("is 404 in the area's envelope otherwise, with an exact time and path", () => {
    const reply = answerRequest('GET', '/training/api/v1/Shrubs');
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
