// Every refusal that the machinery makes, in each area's envelope (docs/interface/errors.md#area-a-envelope,
// #area-d-envelope; RFC 6749 5.2; RFC 9110).
// Rules: docs/interface/access.md#tenant-code.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaNames } from '../../../shared/http/areas.ts';
import { type Fixture, startFixture } from '../fixture.ts';
import { getErrorCode, getErrorDetails } from '../read-failure.ts';
import { innerSecret } from '../records.ts';
import type { RawReply } from './raw-request.ts';

let fixture: Fixture;
let token: string;
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
});
afterAll(() => fixture.stop());

const path = '/api/v1/Records';
const small = { name: 'Ash', kind: 'small' };
const withToken = () => ({ tenant: 'alder', token });

/** The reply without the parts that differ from request to request. */
const maskVariableParts = ({ text }: RawReply): string =>
  text.replace(/req-[0-9a-f-]{36}/g, 'req').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment');

/** Sends bytes as they are and returns the reply, for headers that no client library would send. */
const bytes = (lines: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(fixture.port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });

describe.each(areaNames)('area %s', (area) => {
  it('refuses malformed JSON with 400, and area A with its one code for a 400', async () => {
    const reply = await fixture.call('POST', area, path, { ...withToken(), body: '{"name": "Ash",' });
    const code = area === 'training' ? 'VALIDATION_ERROR' : 'MALFORMED_BODY';
    expect([reply.status, getErrorCode(area, reply)]).toEqual([400, code]);
    if (area !== 'identity') expect(getErrorDetails(area, reply)).toMatchObject([{ code: 'MALFORMED_BODY' }]);
  });

  it('refuses another content type with 415 and names the right one', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']) {
      const reply = await fixture.call('POST', area, path, {
        ...withToken(),
        headers: { 'Content-Type': type },
        body: small,
      });
      expect([reply.status, getErrorCode(area, reply)], type).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(reply.text).toContain('application/json');
    }
  });

  it('reads JSON in every content type that existing callers send it in', async () => {
    const types = [
      'application/json-patch+json',
      'application/json; charset=utf-8',
      'text/json',
      'APPLICATION/JSON',
      '',
    ];
    for (const [index, type] of types.entries()) {
      const body = { ...small, name: `Typed ${area} ${index}` };
      const reply = await fixture.call('POST', area, path, {
        ...withToken(),
        headers: { 'Content-Type': type },
        body,
      });
      expect(reply.status, type).toBe(201);
    }
  });

  it('accepts a GET with a JSON body and ignores the body', async () => {
    const reply = await fixture.call('GET', area, path, { ...withToken(), body: '{"a": 1' });
    expect(reply.status).toBe(200);
  });

  it('refuses a body over its contract limit with 413, and accepts one at the limit', async () => {
    const padded = (size: number) => {
      const text = JSON.stringify({ ...small, name: `Sized ${area} ${size}` });
      return text + ' '.repeat(size - text.length);
    };
    expect((await fixture.call('POST', area, path, { ...withToken(), body: padded(2000) })).status).toBe(201);
    const reply = await fixture.call('POST', area, path, { ...withToken(), body: padded(2001) });
    expect([reply.status, getErrorCode(area, reply)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const overGateway = await fixture.call('POST', area, path, {
      ...withToken(),
      body: ' '.repeat(10 * 1024 * 1024 + 1),
    });
    expect([overGateway.status, getErrorCode(area, overGateway)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('answers an unknown route with 404 and a wrong method with 405 and Allow (RFC 9110 15.5.6)', async () => {
    const unknown = await fixture.call('GET', area, '/api/v1/Nothing', withToken());
    expect([unknown.status, getErrorCode(area, unknown)]).toEqual([404, 'ROUTE_NOT_FOUND']);
    const wrong = await fixture.call('PATCH', area, path, withToken());
    expect([wrong.status, getErrorCode(area, wrong)]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(wrong.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  it('gives the same reply for a missing, an unknown and an invalid tenant-code', async () => {
    const sent = [{}, { tenant: 'nobody' }, { tenant: '' }, { tenant: '*!#' }, { tenant: 'x'.repeat(500) }];
    for (const credentials of [{}, { token }]) {
      const replies = await Promise.all(
        sent.map((headers) => fixture.call('GET', area, path, { ...credentials, ...headers })),
      );
      expect(new Set(replies.map(maskVariableParts)).size).toBe(1);
      for (const reply of replies) {
        expect([reply.status, getErrorCode(area, reply)]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
        expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
      }
    }
  });

  it('reveals no internal detail when an unexpected error occurs (INTERNAL_SERVER_ERROR)', async () => {
    const reply = await fixture.call('GET', area, '/api/v1/Breakdown', withToken());
    expect([reply.status, getErrorCode(area, reply)]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
    for (const inside of [innerSecret, 'TypeError', 'records.ts', 'cannot read', ' at '])
      expect(reply.text).not.toContain(inside);
  });

  it('matches paths in any case and with or without a trailing slash', async () => {
    for (const variant of ['/API/V1/records', '/api/v1/RECORDS/', '/Api/v1/Records//'])
      expect((await fixture.call('GET', area, variant, withToken())).status, variant).toBe(200);
  });

  it('reads header names in any case, also without a space after the colon', async () => {
    const reply = await bytes([
      `GET /${area}${path} HTTP/1.1`,
      'HOST:localhost',
      'TENANT-CODE:ALDER',
      'Api-VERSION:1.0',
      `aUTHORIZATION:bearer   ${token}`,
      'Connection:close',
    ]);
    expect(reply).toMatch(/^HTTP\/1.1 200 /);
  });

  it('gives every reply a request id, which is also in the body of a refusal', async () => {
    const reply = await fixture.call('GET', area, '/api/v1/Nothing');
    expect(reply.text).toContain(reply.headers.get('x-request-id'));
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });
});

it('fills the members of area A as part 7.1 says', async () => {
  const started = Date.now();
  const reply = await fixture.call('POST', 'training', path, { ...withToken(), body: { kind: 'small' } });
  expect(reply.body).toEqual({
    error: {
      code: 'VALIDATION_ERROR',
      message: 'name is required.',
      target: 'name',
      details: [{ code: 'REQUIRED_FIELD', message: 'name is required.', target: 'name' }],
    },
    status: 400,
    timestamp: expect.any(String),
    path,
    requestId: reply.headers.get('x-request-id'),
    tenantCode: 'alder',
  });
  expect(Math.abs(Date.parse(reply.body.timestamp) - started)).toBeLessThan(10_000);
});

it('fills the members of area D as part 7.2 says', async () => {
  const reply = await fixture.call('POST', 'billtracking', path, { ...withToken(), body: { kind: 'small' } });
  expect(reply.body).toEqual({
    error: 'VALIDATION_ERROR',
    message: 'name is required.',
    details: {
      code: 'VALIDATION_ERROR',
      timestamp: expect.any(String),
      requestId: reply.headers.get('x-request-id'),
      errors: [{ code: 'REQUIRED_FIELD', message: 'name is required.', target: 'name' }],
    },
  });
});

it('errors below /oauth/ in area B have the format of OAuth, in printable ASCII (RFC 6749 5.2)', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const refused = await fixture.call('POST', 'crm', '/oauth/echo', { headers, body: 'refuse=1' });
  expect(refused.body).toMatchObject({
    error: 'invalid_client',
    error_description: "The 'client' is / not known: ?",
  });
  const json = await fixture.call('POST', 'crm', '/oauth/echo', { body: {} });
  expect([json.status, json.body.error]).toEqual([415, 'invalid_request']);
  const good = await fixture.call('POST', 'crm', '/oauth/echo', { headers, body: 'a=1&a=2&%zz=%00' });
  expect(good.body).toEqual({ names: ['a', 'a', '%zz'] });
});
