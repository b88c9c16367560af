// Replies that are files: every byte arrives, with its type, its name and an ETag, through the events of a REST API.
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { buildApiBody } from '../../infra/aws/gateway/api-body.ts';
import type { RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { buildOpenApiDocument } from '../../infra/openapi/document.ts';
import { Bytes } from '../../shared/http/bytes.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { lambda, type ProxyHandler } from '../../shared/http/lambda.ts';
import { file, ok } from '../../shared/http/reply.ts';
import { type Fixture, startFixture } from './fixture.ts';
import { rawRequest } from './requests/raw-request.ts';

/** Every byte value, which is not valid UTF-8, and more than one chunk of a stream. */
const everyByte = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7 + (index >> 8)) % 256);

const shared = {
  area: 'training',
  summary: 'A drawing',
  tags: ['Drawings'],
  budget: { roundTrips: 9, readUnits: 9 },
  example: {},
} as const;
const getDrawing = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Drawings/{name}',
  params: z.object({ name: z.string() }),
  access: { permission: 'own', token: 'tenant' },
  responses: { 200: { description: 'The drawing.', body: Bytes, contentType: 'image/png' } },
});
const getCaption = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Captions',
  access: 'public',
  responses: {
    200: {
      description: 'What it shows.',
      body: z.strictObject({ text: z.string() }),
      alsoAs: { 'text/html': z.string() },
    },
  },
});
const getContentLength = endpoint({
  ...shared,
  method: 'POST',
  path: '/api/v1/Captions',
  access: 'public',
  repeatable: true,
  body: z.object({ text: z.string() }),
  responses: { 200: { description: 'Its length.', body: z.strictObject({ characters: z.int() }) } },
});

const handlers = {
  getDrawing: lambda(getDrawing, ({ params }) =>
    file(everyByte.subarray(1), { contentType: 'image/png', fileName: params.name, inline: true }),
  ),
  getCaption: lambda(getCaption, ({ request }) =>
    request.headers.accept === 'text/html'
      ? ok('<p>ü</p>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
      : ok({ text: 'ü' }),
  ),
  lengthOf: lambda(getContentLength, ({ body }) => ok({ characters: body.text.length })),
};
const registeredEndpoint: readonly RegisteredEndpoint[] = [
  { name: 'getDrawing', contract: getDrawing },
  { name: 'getCaption', contract: getCaption },
  { name: 'lengthOf', contract: getContentLength },
].map(({ name, contract }) => ({
  name,
  contract,
  folder: 'functions/training/catalogue/drawings',
  handlerFile: '',
  handler: async (): Promise<ProxyHandler> => handlers[name as keyof typeof handlers],
}));

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(registeredEndpoint);
});
afterAll(() => fixture.stop());

const drawing = (headers: Readonly<Record<string, string>> = {}, name = 'Plan.png') =>
  fixture.call('GET', 'training', `/api/v1/Drawings/${encodeURIComponent(name)}`, {
    tenant: 'birch',
    headers,
  });

describe('a file', () => {
  it('arrives byte for byte with its type, and with nosniff', async () => {
    const reply = await drawing();
    expect(reply.status).toBe(200);
    expect(Buffer.compare(reply.bytes, everyByte.subarray(1))).toBe(0);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(reply.headers.get('content-length')).toBe(String(everyByte.length - 1));
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is not sent again to a caller that has it, and HEAD returns its length (RFC 9110 13.1.2, 9.3.2)', async () => {
    const first = await drawing();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await drawing({ 'If-None-Match': etag });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers.get('content-type')).toBeNull();
    const head = await rawRequest(fixture.port, 'HEAD', '/training/api/v1/Drawings/Plan.png', {
      headers: { 'tenant-code': 'birch' },
    });
    expect([head.bytes.length, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      0,
      String(everyByte.length - 1),
      etag,
    ]);
  });

  it.each([
    ['Plan.png', 'inline; filename="Plan.png"; filename*=UTF-8\'\'Plan.png'],
    ['Årsbok "1".png', 'inline; filename="Arsbok -1-.png"; filename*=UTF-8\'\'%C3%85rsbok%20-1-.png'],
    ['名簿\r\nX: y', 'inline; filename="__--X - y"; filename*=UTF-8\'\'%E5%90%8D%E7%B0%BF--X%20-%20y'],
    ["it's (1)*.png", "inline; filename=\"it's (1)-.png\"; filename*=UTF-8''it%27s%20%281%29-.png"],
  ])('named %j is saved under that name (RFC 6266, RFC 8187)', async (name, header) => {
    expect((await drawing({}, name)).headers.get('content-disposition')).toBe(header);
  });

  it('is returned by a Lambda function as base64, and marked as such', async () => {
    const event = {
      resource: getDrawing.path,
      path: '/api/v1/Drawings/x',
      httpMethod: 'GET',
      headers: { 'tenant-code': 'birch' },
      multiValueQueryStringParameters: null,
      pathParameters: { name: 'x' },
      requestContext: { requestId: 'one', identity: { sourceIp: '192.0.2.1' } },
      body: null,
    } as unknown as APIGatewayProxyEvent;
    const reply = await handlers.getDrawing(event, {} as Context);
    expect(reply.isBase64Encoded).toBe(true);
    expect(reply.body).toBe(Buffer.from(everyByte.subarray(1)).toString('base64'));
    expect(await handlers.getDrawing({ ...event, headers: {} }, {} as Context)).not.toHaveProperty(
      'isBase64Encoded',
    );
  });
});

describe('an area that answers with files', () => {
  it('still reads the bodies of requests, which its API passes on as base64', async () => {
    const reply = await fixture.call('POST', 'training', '/api/v1/Captions', {
      body: { text: 'Ångström 名' },
    });
    expect(reply.body).toEqual({ characters: 10 });
  });

  it('replies in the content types that a contract declares, each with its body', async () => {
    const json = await fixture.call('GET', 'training', '/api/v1/Captions');
    expect(json.body).toEqual({ text: 'ü' });
    const html = await fixture.call('GET', 'training', '/api/v1/Captions', {
      headers: { Accept: 'text/html' },
    });
    expect([html.text, html.headers.get('content-type')]).toEqual(['<p>ü</p>', 'text/html; charset=utf-8']);
  });

  it('has an API that treats every type as binary, and preflights that can still be read', () => {
    const to = {
      functionUri: (name: string) => name,
      unroutedUri: 'none',
      invokerRoleArn: 'none',
      authorizer: { uri: 'none', invokerRoleArn: 'none', usagePlans: true },
      issuer: 'https://issuer.example',
    };
    const body = buildApiBody('training', registeredEndpoint, to);
    expect(body['x-amazon-apigateway-binary-media-types']).toEqual(['*/*']);
    expect(JSON.stringify(body.paths['/api/v1/Captions'])).toContain('"contentHandling":"CONVERT_TO_TEXT"');
    const without = buildApiBody('training', registeredEndpoint.slice(1), to);
    expect(without).not.toHaveProperty('x-amazon-apigateway-binary-media-types');
  });

  it('documents its files as binary, and every content type of a reply', () => {
    const document = buildOpenApiDocument('training', registeredEndpoint, {
      servers: [{ url: '/training' }],
    });
    const contentOf = (path: string) => document.paths?.[path]?.get?.responses?.['200'];
    expect(contentOf('/api/v1/Drawings/{name}')).toMatchObject({
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    });
    expect(contentOf('/api/v1/Captions')).toMatchObject({
      content: { 'application/json': {}, 'text/html': { schema: { type: 'string' } } },
    });
  });
});
