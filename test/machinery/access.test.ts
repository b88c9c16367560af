// Who may call: tenant settings, tokens, permissions, suspended tenants, a sandbox's clock
// (docs/interface/access.md#bearer-tokens, #tenant-access-setting).
// Rules: docs/interface/errors.md#area-a-envelope.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearKeyCache } from '../../shared/auth/tokens/published-keys.ts';
import { observeRequests } from '../../shared/data/client.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import { dayAhead, type Fixture, type RequestOptions, startFixture } from './fixture.ts';
import { getErrorCode, getErrorDetails } from './read-failure.ts';

let fixture: Fixture;
let token: string;
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
});
afterAll(() => fixture.stop());

const path = '/api/v1/Records';
const body = { name: 'Elm', kind: 'small' };
const createRecord = (area: Area, sent: RequestOptions) =>
  fixture.call('POST', area, path, { body: { ...body, name: `Elm ${Math.random()}` }, ...sent });

describe.each(['training', 'billtracking'] as const)('area %s (areas A and D)', (area) => {
  it('needs no token where the tenant says so, for reading and for writing', async () => {
    expect((await fixture.call('GET', area, path, { tenant: 'birch' })).status).toBe(200);
    expect((await createRecord(area, { tenant: 'birch' })).status).toBe(201);
    const clock = await fixture.call('GET', area, '/api/v1/Clock', { tenant: 'birch' });
    expect(clock.body.subject).toBe('anonymous');
  });

  it('requires a token where the tenant says so, with AUTHENTICATION_REQUIRED', async () => {
    for (const reply of [
      await fixture.call('GET', area, path, { tenant: 'alder' }),
      await createRecord(area, { tenant: 'alder' }),
    ]) {
      expect([reply.status, getErrorCode(area, reply)]).toEqual([401, 'AUTHENTICATION_REQUIRED']);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="rostrum"');
    }
  });

  it('checks a token that a caller sends, even where none is needed', async () => {
    const bad = await fixture.call('GET', area, path, { tenant: 'birch', token: `${token}x` });
    expect(bad.status).toBe(401);
    const poor = await fixture.token({ tenant: 'birch', permissions: [] });
    const denied = await fixture.call('GET', area, path, { tenant: 'birch', token: poor });
    expect([denied.status, getErrorCode(area, denied)]).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe("area training's refusals", () => {
  it('name the tenant when it exists, and otherwise none', async () => {
    const poor = await fixture.token({ permissions: [] });
    const poorInside = { tenant: 'alder', token: poor };
    for (const sent of [{ tenant: 'alder' }, poorInside]) {
      const { body: refused } = await fixture.call('GET', 'training', path, sent);
      expect(refused.tenantCode).toBe('alder');
    }
    for (const tenant of ['nobody', 'Not a code']) {
      const reply = await fixture.call('GET', 'training', path, { tenant });
      expect([reply.status, Object.hasOwn(reply.body, 'tenantCode')]).toEqual([401, false]);
    }
  });
});

describe.each(['crm', 'identity'] as const)('area %s (area B)', (area) => {
  it('always needs a token, whatever the tenant says about other areas', async () => {
    expect((await fixture.call('GET', area, path, { tenant: 'birch' })).status).toBe(401);
    expect((await createRecord(area, { tenant: 'birch' })).status).toBe(401);
  });
});

describe.each(areaNames)('area %s', (area) => {
  it('refuses a caller without the permission with 403, and names the permission', async () => {
    const reader = await fixture.token({ permissions: ['crm.people.read'] });
    expect((await fixture.call('GET', area, path, { tenant: 'alder', token: reader })).status).toBe(200);
    const reply = await createRecord(area, { tenant: 'alder', token: reader });
    expect([reply.status, getErrorCode(area, reply)]).toEqual([403, 'PERMISSION_DENIED']);
    expect(reply.text).toContain('crm.people.write');
  });

  it('refuses access before it reads the body', async () => {
    const reader = await fixture.token({ permissions: ['crm.people.read'] });
    expect(
      (await fixture.call('POST', area, path, { tenant: 'alder', token: reader, body: '{' })).status,
    ).toBe(403);
  });

  it('refuses a token of another tenant with 403 TENANT_MISMATCH', async () => {
    const reply = await fixture.call('GET', area, path, { tenant: 'birch', token });
    expect([reply.status, getErrorCode(area, reply)]).toEqual([403, 'TENANT_MISMATCH']);
  });

  it('refuses every call to a suspended tenant with 403', async () => {
    const inside = await fixture.token({ tenant: 'cedar' });
    for (const sent of [{ tenant: 'cedar', token: inside }, { tenant: 'cedar' }]) {
      const reply = await fixture.call('GET', area, path, sent);
      expect([reply.status, getErrorCode(area, reply)]).toEqual([403, 'TENANT_SUSPENDED']);
    }
  });

  it('moves the clock of a sandbox tenant, and of no other tenant', async () => {
    const sandbox = await fixture.token({ tenant: 'dune' });
    const ahead = await fixture.call('GET', area, '/api/v1/Clock', { tenant: 'dune', token: sandbox });
    expect(Math.abs(Date.parse(ahead.body.now) - dayAhead * 1000 - Date.now())).toBeLessThan(10_000);
    const present = await fixture.call('GET', area, '/api/v1/Clock', { tenant: 'alder', token });
    expect(Math.abs(Date.parse(present.body.now) - Date.now())).toBeLessThan(10_000);
  });

  it('says what is wrong with a token, in WWW-Authenticate too (RFC 6750 3)', async () => {
    const past = Math.floor(Date.now() / 1000) - 7200;
    const expired = await fixture.token({ claims: { iat: past, exp: past + 3600 } });
    const revoked = await fixture.token({ standing: { disabled: true } });
    for (const [bad, code] of [
      [expired, 'TOKEN_EXPIRED'],
      [revoked, 'TOKEN_REVOKED'],
      ['nonsense', 'TOKEN_INVALID'],
    ] as const) {
      const reply = await fixture.call('GET', area, path, { tenant: 'alder', token: bad });
      expect(reply.status).toBe(401);
      expect(getErrorDetails(area, reply).map((fault) => fault.code)).toEqual([code]);
      expect(reply.headers.get('www-authenticate')).toMatch(/error="invalid_token"/);
    }
    const basic = await fixture.call('GET', area, path, {
      tenant: 'alder',
      headers: { Authorization: 'Basic YTpi' },
    });
    expect(getErrorDetails(area, basic).map((fault) => fault.code)).toEqual(['TOKEN_INVALID']);
  });

  it('uses nothing from a token before its signature is verified, whether or not its key is cached', async () => {
    const [head = '', claims = '', signature = ''] = token.split('.');
    const rewritten = (change: object, part = claims) =>
      Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...change }),
      ).toString('base64url');
    const forged = [
      `${head}.${rewritten({ sub: 'somebody-else' })}.${signature}`,
      `${head}.${rewritten({ sub: 'x'.repeat(5000) })}.${signature}`,
      `${head}.${claims}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
      `${rewritten({ kid: 'key-2' }, head)}.${claims}.${signature}`,
      `${rewritten({ kid: '#'.repeat(1400) }, head)}.${claims}.${signature}`,
    ];
    for (const bad of forged)
      for (const isKnown of [false, true]) {
        clearKeyCache();
        if (isKnown)
          expect((await fixture.call('GET', area, path, { tenant: 'alder', token })).status).toBe(200);
        const reply = await fixture.call('GET', area, path, { tenant: 'alder', token: bad });
        expect(reply.status).toBe(401);
        expect(getErrorDetails(area, reply).map((fault) => fault.code)).toEqual(['TOKEN_INVALID']);
      }
  });

  it('reads a key that is not cached together with the tenant, and does not read a cached key', async () => {
    clearKeyCache();
    const keysRead: number[] = [];
    const stop = observeRequests(({ operation, input }) => {
      if (operation === 'Query' && JSON.stringify(input).includes('P#KEYS')) keysRead.push(-1);
      if (operation === 'BatchGetItem') keysRead.push(JSON.stringify(input).split('P#KEYS').length - 1);
    });
    await fixture.call('GET', area, `${path}/none`, { tenant: 'alder', token });
    await fixture.call('GET', area, `${path}/none`, { tenant: 'alder', token });
    stop();
    expect(keysRead).toEqual([1, 0]);
  });

  it('serves a public endpoint to anyone, even with an invalid token', async () => {
    expect((await fixture.call('GET', area, '/api/v1/Ping')).body).toEqual({ alive: true });
    expect((await fixture.call('GET', area, '/api/v1/Ping', { token: 'x', tenant: 'nobody' })).status).toBe(
      200,
    );
  });
});
