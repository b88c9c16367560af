// Reading an API Gateway proxy event (payload 1.0): nothing in it can make this fail, and every body is read by its
// type.
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readBody, readRequest } from './request.ts';

const event = (parts: Partial<APIGatewayProxyEvent>): APIGatewayProxyEvent => ({
  resource: '/x',
  path: '/x',
  httpMethod: 'POST',
  headers: {},
  multiValueHeaders: {},
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  pathParameters: null,
  stageVariables: null,
  body: null,
  isBase64Encoded: false,
  ...parts,
  requestContext: {
    requestId: 'r1',
    identity: { sourceIp: '192.0.2.1' },
  } as APIGatewayProxyEvent['requestContext'],
});
const shared = { area: 'crm', method: 'POST' } as const;
const json = { ...shared, body: z.unknown(), maxBodyBytes: 20 };
const form = { ...shared, body: z.unknown(), bodyType: 'form' } as const;
const read = (contract: typeof json | typeof form, type: string | undefined, body: string | null) =>
  readBody(
    contract,
    readRequest(event({ body, headers: type === undefined ? {} : { 'Content-Type': type } })),
  );

describe('readRequest', () => {
  it('reads header names in any case, and values without surrounding blanks', () => {
    const { headers } = readRequest(event({ headers: { ' TENANT-Code ': ' demo ', Empty: undefined } }));
    expect(headers).toEqual({ 'tenant-code': 'demo' });
  });
  it('accepts an event of nulls', () => {
    const bare = { ...event({}), headers: null } as unknown as APIGatewayProxyEvent;
    expect(readRequest(bare)).toMatchObject({
      headers: {},
      query: {},
      params: {},
      rawBody: '',
      requestId: 'req-r1',
      address: '192.0.2.1',
    });
  });
  it('decodes path parameters, and leaves what cannot be decoded', () => {
    expect(
      readRequest(event({ pathParameters: { id: 'a%20b%2Fc', bad: '%zz', none: undefined } })).params,
    ).toEqual({ id: 'a b/c', bad: '%zz', none: '' });
  });
  it.each([
    ['/api/v1/people', '/api/v1/people', '/api/v1/people'],
    ['/API/v1/people/', '/api/v1/people', '/API/v1/people/'],
    ['/crm/api/v1/people/7', '/api/v1/people/{id}', '/api/v1/people/7'],
    ['/a/b/api/v1/people/', '/api/v1/people', '/api/v1/people'],
  ])('reads %s of the resource %s as %s below the base', (path, resource, below) => {
    expect(readRequest(event({ path, resource })).path).toBe(below);
  });
  it('reads a base64 body, and keeps every value of a query parameter', () => {
    const request = readRequest(
      event({
        body: Buffer.from('{"ü":1}').toString('base64'),
        isBase64Encoded: true,
        multiValueQueryStringParameters: { a: ['1', '2'] },
      }),
    );
    expect([request.rawBody, request.query]).toEqual(['{"ü":1}', { a: ['1', '2'] }]);
  });
});

describe('readBody', () => {
  it.each([
    'application/json',
    'application/json-patch+json',
    'application/problem+json; charset=utf-8',
    'text/json',
    'Application/JSON',
    '',
    undefined,
  ])('reads JSON as %s', (type) => {
    expect(read(json, type, '{"a":1}')).toEqual({ a: 1 });
  });
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'json'])(
    'refuses %s with 415',
    (type) => {
      expect(() => read(json, type, '{}')).toThrow(
        expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE', target: 'Content-Type' }),
      );
    },
  );
  it.each([null, '', ' \n'])('takes %j as no body', (body) => {
    expect(read(json, 'application/json', body)).toBeUndefined();
  });
  it('says where JSON is malformed, and never repeats the content', () => {
    const secret = '{"password":"hunter2"';
    expect(() => readBody({ ...json, maxBodyBytes: 99 }, readRequest(event({ body: secret })))).toThrow(
      expect.objectContaining({ code: 'MALFORMED_BODY', message: expect.not.stringContaining('hunter2') }),
    );
  });
  it('counts bytes, not characters', () => {
    expect(read(json, undefined, `"${'ü'.repeat(9)}"`)).toHaveLength(9);
    expect(() => read(json, undefined, `"${'ü'.repeat(10)}"`)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE', status: 413 }),
    );
  });
  it('reads a form as its pairs in order, duplicates too (RFC 6749 3.2)', () => {
    const type = 'application/x-www-form-urlencoded;charset=UTF-8';
    expect(read(form, type, 'a=1&b=%26+c&a=2')).toEqual([
      ['a', '1'],
      ['b', '& c'],
      ['a', '2'],
    ]);
    expect(() => read(form, undefined, 'a=1')).toThrow(
      expect.objectContaining({
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: expect.stringContaining('missing'),
      }),
    );
  });
  const invalidUtf8 = [[0xff], [0xc3], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]];
  const readBytes = (contract: typeof json | typeof form, type: string, bytes: Buffer) =>
    readBody(
      contract,
      readRequest(
        event({ body: bytes.toString('base64'), isBase64Encoded: true, headers: { 'Content-Type': type } }),
      ),
    );
  it.each(invalidUtf8)('refuses JSON and forms that are not UTF-8 (RFC 8259 8.1): %s', (...octets) => {
    const malformed = expect.objectContaining({ code: 'MALFORMED_BODY', status: 400, target: 'body' });
    const [text, pair] = [['{"a":"', '"}'] as const, ['a=', '&b=1'] as const].map(([before, after]) =>
      Buffer.concat([Buffer.from(before), Buffer.from(octets), Buffer.from(after)]),
    ) as [Buffer, Buffer];
    expect(() => readBytes(json, 'application/json', text)).toThrow(malformed);
    expect(() => readBytes(form, 'application/x-www-form-urlencoded', pair)).toThrow(malformed);
    // What a gateway makes of it that passes text.
    expect(() => read(json, 'application/json', text.toString('utf8'))).toThrow(malformed);
    const escaped = octets.map((octet) => `%${octet.toString(16)}`).join('');
    expect(() => read(form, 'application/x-www-form-urlencoded', `a=${escaped}`)).toThrow(malformed);
  });
  it('reads UTF-8 of any length, and a replacement character that was sent as such', () => {
    expect(readBytes(json, 'application/json', Buffer.from('"ü県😀\ufffd"'))).toBe('ü県😀\ufffd');
    const type = 'application/x-www-form-urlencoded';
    expect(read(form, type, 'a=%F0%9F%98%80%&%zz=ü')).toEqual([
      ['a', '😀%'],
      ['%zz', 'ü'],
    ]);
  });
  it.each(['gzip', 'br', 'deflate', 'GZIP', 'gzip, identity', 'x'])(
    'refuses a body with the Content-Encoding %s with 415 (RFC 9110 15.5.16)',
    (coding) => {
      const sent = event({ body: '{}', headers: { 'Content-Encoding': coding } });
      expect(() => readBody(json, readRequest(sent))).toThrow(
        expect.objectContaining({
          ...{ code: 'UNSUPPORTED_MEDIA_TYPE', status: 415, target: 'Content-Encoding' },
          headers: { 'Accept-Encoding': 'identity' },
        }),
      );
    },
  );
  it.each(['identity', '', ' Identity '])('reads a body with the Content-Encoding %j', (coding) => {
    const sent = event({ body: '{}', headers: { 'Content-Encoding': coding } });
    expect(readBody(json, readRequest(sent))).toEqual({});
  });
  it('reads no body when the contract has none', () => {
    expect(readBody(shared, readRequest(event({ body: '{' })))).toBeUndefined();
  });
});
