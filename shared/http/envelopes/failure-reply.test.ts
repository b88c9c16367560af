// A refusal's status, headers and challenge (RFC 9110 11.6.1 and 15.5, RFC 6750 3).
import { beforeAll, describe, expect, it } from 'vitest';
import { Failure, invalid, tooManyRequests } from '../../errors/failure.ts';
import { buildFailureReply } from './failure-reply.ts';

const request = {
  method: 'GET',
  path: '/api/v1/people',
  requestId: 'req-1',
  timestamp: '2026-01-15T09:30:00.000Z',
};

beforeAll(() => {
  process.env.ISSUER ??= 'https://identity.rostrum.test';
});

describe('WWW-Authenticate', () => {
  it('is on every 401, and says invalid_token only when a token was sent', () => {
    const bare = buildFailureReply('crm', new Failure('AUTHENTICATION_REQUIRED'), request);
    expect(bare.headers['WWW-Authenticate']).toBe('Bearer realm="rostrum"');
    const problem = { code: 'TOKEN_EXPIRED', message: 'It has "expired".', target: 'Authorization' } as const;
    const sent = buildFailureReply(
      'crm',
      new Failure('AUTHENTICATION_REQUIRED', problem.message, { details: [problem] }),
      request,
    );
    expect(sent.headers['WWW-Authenticate']).toBe(
      `Bearer realm="rostrum", error="invalid_token", error_description="It has 'expired'."`,
    );
  });
  it('is what the Failure says when it says one: Basic for a client (RFC 6749 5.2)', () => {
    const headers = { 'WWW-Authenticate': 'Basic realm="rostrum"' };
    expect(
      buildFailureReply('crm', new Failure('INVALID_CLIENT', undefined, { headers }), request).headers,
    ).toMatchObject(headers);
  });
  it('says that a token is insufficient (RFC 6750 3.1)', () => {
    const { headers } = buildFailureReply('crm', new Failure('PERMISSION_DENIED'), request);
    expect(headers['WWW-Authenticate']).toContain('error="insufficient_scope"');
  });
  it('is on no other reply', () => {
    expect(buildFailureReply('crm', new Failure('TENANT_SUSPENDED'), request).headers).not.toHaveProperty(
      'WWW-Authenticate',
    );
  });
});

it('is never cached, and carries the request id and the Failure’s headers', () => {
  const reply = buildFailureReply('billtracking', tooManyRequests('Slow down.', 2.1), request);
  expect(reply).toMatchObject({
    statusCode: 429,
    headers: { 'Cache-Control': 'no-store', 'X-Request-Id': 'req-1', 'Retry-After': '3' },
  });
});

it('names the first error as the target, and says how many there are', () => {
  const faults = [
    { code: 'REQUIRED_FIELD', message: 'name is required.', target: 'name' },
    { code: 'OUT_OF_RANGE', message: 'price must be at least 0, but was -1.', target: 'price' },
  ] as const;
  const { error } = JSON.parse(buildFailureReply('training', invalid(faults), request).body);
  expect(error).toMatchObject({
    target: 'name',
    message: '2 values are invalid: name is required. (see details)',
    details: faults,
  });
});
