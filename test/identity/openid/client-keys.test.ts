// Clients that authenticate by their own key, run by openid-client (RFC 7523, OpenID Connect Core 9,
// docs/interface/identity.md#keys-instead-of-a-secret).
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { getTargets, signInAdministrator } from '../tenants/demo.ts';

const redirectUri = 'http://localhost:4000/auth-callback';

let platform: TestPlatform;
let administer: Awaited<ReturnType<typeof signInAdministrator>>;
let rsa: openid.CryptoKey;
let elliptic: openid.CryptoKey;
let ellipticJwk: JWK;
let clientId: string;

const createKey = async (alg: 'ES256' | 'RS256', kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg } };
};

const issue = (signIn: Record<string, unknown>) =>
  administer('POST', '/api/v1/Clients', {
    ...{ name: 'Keys', tenantCode: 'demo', scopes: ['crm.people.read'] },
    signIn: { grantTypes: ['client_credentials'], ...signIn },
  });

beforeAll(async () => {
  platform = await startPlatform();
  administer = await signInAdministrator(platform);
  const keys = [await createKey('RS256', 'r'), await createKey('ES256', 'e')] as const;
  [{ privateKey: rsa }, { privateKey: elliptic, jwk: ellipticJwk }] = keys;
  const { body } = await issue({
    grantTypes: ['client_credentials', 'authorization_code'],
    redirectUris: [redirectUri],
    jwks: { keys: keys.map(({ jwk }) => jwk) },
  });
  clientId = body.client_id;
  // It is issued without a secret.
  expect([body.client_secret, body.secrets]).toEqual([undefined, []]);
});
afterAll(() => platform.stop());

describe('a client with keys', () => {
  it.each(['r', 'e'])(
    'gets a token, introspects, revokes and pushes by openid-client, by the key %s',
    async (kid) => {
      const method = openid.PrivateKeyJwt({ key: kid === 'r' ? rsa : elliptic, kid });
      const client = await openid.discovery(new URL(platform.urls.identity), clientId, undefined, method, {
        execute: [openid.allowInsecureRequests],
      });
      expect(client.serverMetadata()).toMatchObject({
        token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
        token_endpoint_auth_signing_alg_values_supported: ['ES256', 'RS256'],
      });
      const { access_token: token } = await openid.clientCredentialsGrant(client);
      expect(await openid.tokenIntrospection(client, token)).toMatchObject({
        active: true,
        client_id: clientId,
      });
      await openid.tokenRevocation(client, token);
      expect(await openid.tokenIntrospection(client, token)).toEqual({ active: false });
      const pushed = await openid.buildAuthorizationUrlWithPAR(client, {
        ...{ redirect_uri: redirectUri, scope: 'openid', code_challenge_method: 'S256' },
        code_challenge: await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier()),
        state: openid.randomState(),
      });
      expect(pushed.searchParams.get('request_uri')).toContain('urn:ietf:params:oauth:request_uri:');
    },
  );
});

describe('an assertion', () => {
  /** Wrong credentials of one client are throttled, so each attempt has a client of its own. */
  beforeEach(async () => {
    const { body } = await issue({ jwks: { keys: [ellipticJwk] } });
    clientId = body.client_id;
  });

  const seconds = () => Math.floor(Date.now() / 1000);
  const sign = (change: JWTPayload = {}, key = elliptic, kid = 'e', alg = 'ES256') =>
    new SignJWT({
      ...{ iss: clientId, sub: clientId, aud: platform.urls.identity },
      ...{ exp: seconds() + 60, jti: crypto.randomUUID(), ...change },
    })
      .setProtectedHeader({ alg, kid })
      .sign(key);
  const send = (assertion: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    platform.call('POST', 'identity', '/connect/token', {
      headers,
      body: new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_assertion: assertion },
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        ...more,
      }),
    });

  it.each([
    ['the issuer', () => platform.urls.identity],
    ['the token endpoint', () => `${platform.urls.identity}/connect/token`],
    ['several audiences', () => ['https://other.example', platform.urls.identity]],
  ])('is for %s', async (_, aud) => {
    const reply = await send(await sign({ aud: aud() }), { client_id: clientId });
    expect(reply.status, reply.text).toBe(200);
  });

  it('works at the token endpoint of area B too', async () => {
    const reply = await platform.call('POST', 'crm', '/oauth/token', {
      body: new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_assertion: await sign() },
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }),
    });
    expect(reply.status, reply.text).toBe(200);
  });

  it('is accepted once, also of two requests at the same moment', async () => {
    const assertion = await sign();
    const replies = await Promise.all([send(assertion), send(assertion)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await send(assertion)).body.error).toBe('invalid_client');
  });

  it.each([
    ['another audience', () => sign({ aud: 'https://other.example' })],
    ['another issuer', () => sign({ iss: 'someone' })],
    ['no jti', () => sign({ jti: undefined })],
    ['no exp', () => sign({ exp: undefined })],
    ['an exp that has passed', () => sign({ exp: seconds() - 60 })],
    ['an exp that lies too far ahead', () => sign({ exp: seconds() + 600 })],
    ['another subject', () => sign({ sub: 'unknown' })],
    ['a key that is not registered', async () => sign({}, (await createKey('ES256', 'e')).privateKey)],
    ['another algorithm', async () => sign({}, (await generateKeyPair('ES384')).privateKey, 'e', 'ES384')],
  ])('with %s is refused as invalid_client (RFC 7523, 3)', async (_, create) => {
    const { status, body } = await send(await create());
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  it('is refused where the form names another client, or another type', async () => {
    const other = await send(await sign(), { client_id: 'demo-website' });
    const type = await send(await sign(), { client_assertion_type: 'saml' });
    const text = await send('no.assertion');
    expect([other, type, text].map(({ body }) => body.error)).toEqual(Array(3).fill('invalid_client'));
  });

  it('does not come with a secret (RFC 6749, 2.3)', async () => {
    const twice = await send(await sign(), { client_secret: 'x' });
    const basic = await send(await sign(), {}, { Authorization: `Basic ${btoa(`${clientId}:x`)}` });
    expect([twice, basic].map(({ body }) => body.error)).toEqual(['invalid_request', 'invalid_request']);
  });

  it('of a revoked client is refused', async () => {
    const { privateKey, jwk } = await createKey('ES256', 'one');
    const { body } = await issue({ jwks: { keys: [jwk] } });
    const create = () => sign({ iss: body.client_id, sub: body.client_id }, privateKey, 'one');
    expect((await send(await create())).status).toBe(200);
    await administer('POST', `/api/v1/Clients/${body.client_id}/Revoke`);
    expect((await send(await create())).body.error).toBe('invalid_client');
  });
});

describe('keys are refused', () => {
  it.each([
    [
      'with their private half',
      async () => {
        const { privateKey, jwk } = await createKey('ES256', 'a');
        return { keys: [{ ...jwk, d: (await exportJWK(privateKey)).d }] };
      },
    ],
    [
      'that are no point of the curve',
      async () => {
        const { jwk } = await createKey('ES256', 'a');
        return { keys: [{ ...jwk, x: 'A'.repeat(43) }] };
      },
    ],
    [
      'with the same kid',
      async () => ({
        keys: [(await createKey('ES256', 'a')).jwk, (await createKey('ES256', 'a')).jwk],
      }),
    ],
    [
      'where there are six',
      async () => ({
        keys: await Promise.all(
          Array.from({ length: 6 }, async (_, i) => (await createKey('ES256', `${i}`)).jwk),
        ),
      }),
    ],
  ])('%s', async (_, create) => {
    const reply = await issue({ jwks: await create() });
    expect(reply.status, reply.text).toBe(400);
    expect(getTargets(reply).every((target) => target.startsWith('signIn.jwks'))).toBe(true);
  });

  it('of a public client', async () => {
    const { jwk } = await createKey('ES256', 'a');
    const reply = await issue({
      ...{ clientType: 'public', grantTypes: ['authorization_code'], redirectUris: [redirectUri] },
      jwks: { keys: [jwk] },
    });
    expect([reply.status, getTargets(reply)]).toEqual([400, ['signIn.jwks']]);
  });
});
