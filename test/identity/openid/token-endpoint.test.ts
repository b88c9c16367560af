// Proves the token endpoint against RFC 6749: what it grants, and how it refuses every invalid request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { settleAttempts } from '../sign-in/settled-attempts.ts';
import { demoClient, signInAdministrator } from '../tenants/demo.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const client = () => demoClient(platform, 'demo');
const grant = () => ({ grant_type: 'client_credentials', ...client() });
const requestToken = (
  form: Record<string, string> | [string, string][],
  headers: Record<string, string> = {},
) => platform.call('POST', 'crm', '/oauth/token', { body: new URLSearchParams(form), headers });
const basicHeader = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});

describe('a grant (RFC 6749 5.1)', () => {
  it('has the four members and must not be cached', async () => {
    const reply = await requestToken(grant());
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('pragma')).toBe('no-cache');
    expect(Object.keys(reply.body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
    expect(reply.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(reply.body.scope.split(' ')).toContain('crm.people.read');
  });

  it('is a JWT of RFC 9068 for exactly one tenant', async () => {
    const { body } = await requestToken({ ...grant(), scope: 'crm.people.read' });
    const [header = '', payload = ''] = body.access_token.split('.');
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toMatchObject({ typ: 'at+jwt', alg: 'ES256', kid: expect.any(String) });
    const claims = read(payload);
    expect(claims).toMatchObject({
      iss: platform.urls.identity,
      aud: 'rostrum',
      sub: client().client_id,
      client_id: client().client_id,
      tenant: 'demo',
      scope: 'crm.people.read',
      jti: expect.any(String),
    });
    expect(claims.exp - claims.iat).toBe(3600);
  });

  it('ignores unknown and empty parameters (RFC 6749 3.2)', async () => {
    expect((await requestToken({ ...grant(), audience: 'x', scope: '' })).status).toBe(200);
    expect((await requestToken([...Object.entries(grant()), ['other', '1'], ['other', '2']])).status).toBe(
      200,
    );
  });

  it('accepts Basic credentials with form-encoded id and secret (RFC 6749 2.3.1)', async () => {
    const { client_id, client_secret } = client();
    const reply = await requestToken(
      { grant_type: 'client_credentials' },
      basicHeader(client_id, client_secret),
    );
    expect(reply.status).toBe(200);
  });
});

describe('a refusal (RFC 6749 5.2)', () => {
  const error = async (
    form: Record<string, string> | [string, string][],
    headers: Record<string, string> = {},
  ) => {
    const { status, body, headers: sent } = await requestToken(form, headers);
    expect(sent.get('cache-control')).toBe('no-store');
    return [status, body.error];
  };

  it('is invalid_request for a parameter that is missing, sent twice, or sent in two ways', async () => {
    const { client_id, client_secret } = client();
    expect(await error(client())).toEqual([400, 'invalid_request']);
    expect(await error([...Object.entries(grant()), ['grant_type', 'client_credentials']])).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await error([...Object.entries(grant()), ['client_secret', 'x']])).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await error(grant(), basicHeader(client_id, client_secret))).toEqual([400, 'invalid_request']);
  });

  it('is unsupported_grant_type for every other grant', async () => {
    for (const grant_type of ['password', 'authorization_code', 'refresh_token', '__proto__'])
      expect(await error({ ...client(), grant_type })).toEqual([400, 'unsupported_grant_type']);
  });

  it('is invalid_scope for a scope that the client does not have', async () => {
    for (const scope of ['crm.people.write', 'platform.admin', 'crm.people.read nonsense'])
      expect(await error({ ...grant(), scope })).toEqual([400, 'invalid_scope']);
  });

  it('is invalid_scope for a malformed scope, and names the value that was sent (RFC 6749 5.2)', async () => {
    for (const scope of ['a\u0007b', 'crm.people.read  crm.people.read', ' '])
      expect(await error({ ...grant(), scope })).toEqual([400, 'invalid_scope']);
    const long = await requestToken({ ...grant(), client_id: 'x'.repeat(101) });
    expect(long.body.error_description).toBe('client_id must have at most 100 characters, but has 101.');
  });

  it('is invalid_client with 401 and WWW-Authenticate: Basic', async () => {
    const { client_id } = client();
    const wrong = { grant_type: 'client_credentials', client_id, client_secret: 'wrong' };
    expect(await error(wrong)).toEqual([401, 'invalid_client']);
    expect(await error({ ...wrong, client_id: 'nobody' })).toEqual([401, 'invalid_client']);
    expect(await error({ ...wrong, client_id: '../demo#' })).toEqual([401, 'invalid_client']);
    expect(await error({ grant_type: 'client_credentials' })).toEqual([401, 'invalid_client']);
    expect(await error({ grant_type: 'client_credentials', client_id })).toEqual([401, 'invalid_client']);
    expect(await error({ ...grant() }, { Authorization: 'Bearer x' })).toEqual([401, 'invalid_client']);
    const tried = await requestToken({ grant_type: 'client_credentials' }, basicHeader(client_id, 'wrong'));
    expect(tried.status).toBe(401);
    expect(tried.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it('is the same for an unknown client and a wrong secret', async () => {
    const answer = async (client_id: string) => {
      const { status, body } = await requestToken({
        grant_type: 'client_credentials',
        client_id,
        client_secret: 'wrong',
      });
      const { requestId: _, ...rest } = body;
      return JSON.stringify({ status, rest });
    };
    expect(await answer('nobody')).toBe(await answer(client().client_id));
  });

  it('is returned for JSON and for a body that is too large', async () => {
    const json = await platform.call('POST', 'crm', '/oauth/token', { body: grant() });
    expect([json.status, json.body.error]).toEqual([415, 'invalid_request']);
    const large = await requestToken({ ...grant(), padding: 'x'.repeat(20_000) });
    expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
  });

  it('is unauthorized_client while the tenant is suspended', async () => {
    const call = await signInAdministrator(platform);
    const harbor = { grant_type: 'client_credentials', ...demoClient(platform, 'harbor') };
    expect((await call('POST', '/api/v1/Tenants/harbor/Suspend')).status).toBe(200);
    expect(await error(harbor)).toEqual([400, 'unauthorized_client']);
    expect((await call('POST', '/api/v1/Tenants/harbor/Reactivate')).status).toBe(200);
    expect((await requestToken(harbor)).status).toBe(200);
  });
});

describe('the log', () => {
  it('shows a tenant every attempt of its clients', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['identity.signins.read'] });
    await requestToken({ ...grant(), client_secret: 'wrong' });
    const { body } = await platform.call('GET', 'identity', '/api/v1/SignIns', { tenant: 'demo', token });
    expect(body.items[0]).toMatchObject({ step: 'client-token', outcome: 'wrong-secret', kind: 'client' });
  });
});

describe('wrong secrets', () => {
  it('are throttled per client and address, for known and unknown clients, and do not fill the log (OWASP API4:2023)', async () => {
    const right = { grant_type: 'client_credentials', ...demoClient(platform, 'harbor') };
    const statuses = async (client_id: string) => {
      const seen: number[] = [];
      for (let index = 0; index < 8; index += 1) {
        if (index === 5) settleAttempts();
        seen.push((await requestToken({ ...right, client_id, client_secret: `wrong ${index}` })).status);
      }
      return seen;
    };
    const expected = [...Array(5).fill(401), ...Array(3).fill(429)];
    expect(await statuses(right.client_id)).toEqual(expected);
    expect(await statuses('nobody-at-all')).toEqual(expected);
    const refused = await requestToken({ ...right, client_secret: 'wrong' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800);
    const token = await platform.tokenFor({ tenant: 'harbor', permissions: ['identity.signins.read'] });
    const log = await platform.call('GET', 'identity', '/api/v1/SignIns?pageSize=200', {
      tenant: 'harbor',
      token,
    });
    const outcomes = log.body.items.map((entry: { outcome: string }) => entry.outcome);
    expect(outcomes.slice(0, 6)).toEqual(['throttled', ...Array(5).fill('wrong-secret')]);
    expect(outcomes.filter((outcome: string) => outcome === 'throttled')).toHaveLength(1);
  });

  it('sent by others do not block a client that sends the right one', async () => {
    const right = { grant_type: 'client_credentials', ...demoClient(platform, 'harbor') };
    const replies = await Promise.all(Array.from({ length: 10 }, () => requestToken(right)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});
