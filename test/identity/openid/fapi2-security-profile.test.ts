// Modules of the OpenID conformance suite for FAPI 2.0 Security Profile Final that apply to this authorization server
// (fapi2-security-profile-final-*, with client_auth_type private_key_jwt, sender_constrain dpop and unsigned requests), run by
// openid-client with a client that is registered so. A test has the name of the module whose check it repeats. Three others
// do not hold (docs/identity.md#sign-in-pages-and-openid-connect).
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { openFormBrowser } from '../sign-in/form-browser.ts';
import { demoUser, signInAdministrator } from '../tenants/demo.ts';

const redirectUri = 'https://www.cascadia.example/auth-callback';

let platform: TestPlatform;
let administer: Awaited<ReturnType<typeof signInAdministrator>>;
let client: openid.Configuration;
let key: openid.CryptoKey;

/** A confidential client with a key, whose requests must be pushed and whose tokens are bound. */
async function register(): Promise<{
  readonly client: openid.Configuration;
  readonly key: openid.CryptoKey;
}> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'fapi', use: 'sig', alg: 'ES256' };
  const { status, text, body } = await administer('POST', '/api/v1/Clients', {
    ...{ name: 'Bank', tenantCode: 'demo', scopes: ['AccreditationAPI'] },
    signIn: {
      grantTypes: ['authorization_code', 'refresh_token'],
      ...{ redirectUris: [redirectUri], isFirstParty: true, jwks: { keys: [jwk] } },
      ...{ requiresPushedRequests: true, dpopBoundAccessTokens: true, idTokenSignedResponseAlg: 'ES256' },
    },
  });
  expect(status, text).toBe(201);
  const method = openid.PrivateKeyJwt({ key: privateKey, kid: 'fapi' });
  const discovered = await openid.discovery(
    new URL(platform.urls.identity),
    body.client_id,
    { id_token_signed_response_alg: 'ES256' },
    method,
    { execute: [openid.allowInsecureRequests] },
  );
  return { client: discovered, key: privateKey };
}

beforeAll(async () => {
  platform = await startPlatform();
  administer = await signInAdministrator(platform);
  ({ client, key } = await register());
});
afterAll(() => platform.stop());

const createHandle = async (of = client) => openid.getDPoPHandle(of, await openid.randomDPoPKeyPair('ES256'));
const idOf = (of: openid.Configuration) => of.clientMetadata().client_id;

/** A request with PKCE, state and nonce, and what its answer must have. */
async function buildRequest(more: Record<string, string> = {}) {
  const verifier = openid.randomPKCECodeVerifier();
  const parameters: Record<string, string> = {
    ...{
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile',
      state: openid.randomState(),
    },
    ...{ nonce: openid.randomNonce(), code_challenge_method: 'S256' },
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    ...more,
  };
  const checks = {
    ...{ pkceCodeVerifier: verifier, expectedState: parameters.state ?? '', idTokenExpected: true },
    expectedNonce: parameters.nonce ?? '',
  };
  return { parameters, checks };
}

/** A person signs in at a pushed request; the address to which the browser returns. */
async function signIn(pushed: URL): Promise<URL> {
  const browser = openFormBrowser(platform);
  const page = await browser.open(pushed.href);
  return new URL((await browser.submit(page, { action: 'sign-in', ...demoUser(platform, 'ben') })).url);
}

async function getCode(more: Record<string, string> = {}, DPoP?: openid.DPoPHandle) {
  const { parameters, checks } = await buildRequest(more);
  const pushed = await openid.buildAuthorizationUrlWithPAR(client, parameters, DPoP && { DPoP });
  return { pushed, checks, back: await signIn(pushed) };
}

const errorOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: { readonly error?: string }) => error.error ?? 'other',
  );

const seconds = () => Math.floor(Date.now() / 1000);

/** An assertion of the client, changed. */
const signAssertion = (change: JWTPayload = {}, header: Record<string, unknown> = {}) =>
  new SignJWT({
    ...{ iss: idOf(client), sub: idOf(client), aud: platform.urls.identity },
    ...{ iat: seconds(), exp: seconds() + 60, jti: crypto.randomUUID(), ...change },
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'fapi', ...header })
    .sign(key);

/** Pushes a request with an assertion. */
async function push(assertion: string, more: Record<string, string> = {}) {
  const { parameters } = await buildRequest(more);
  return platform.call('POST', 'identity', '/connect/par', {
    body: new URLSearchParams({
      ...parameters,
      ...{ client_id: idOf(client), client_assertion: assertion },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    }),
  });
}

describe('fapi2-security-profile-final', () => {
  it('discovery-end-point-verification: names what the profile needs', () => {
    expect(client.serverMetadata()).toMatchObject({
      pushed_authorization_request_endpoint: `${platform.urls.identity}/connect/par`,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: expect.arrayContaining(['ES256']),
      token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt']),
      response_types_supported: ['code'],
    });
  });

  it('happy-flow: a code with iss, bound tokens, and no token for the same code again', async () => {
    const DPoP = await createHandle();
    const { back, checks } = await getCode({ scope: 'openid offline_access AccreditationAPI' }, DPoP);
    expect(back.searchParams.get('iss')).toBe(platform.urls.identity);
    const tokens = await openid.authorizationCodeGrant(client, back, checks, undefined, { DPoP });
    expect([tokens.token_type, tokens.claims()?.aud]).toEqual(['dpop', idOf(client)]);
    const info = await openid.fetchUserInfo(client, tokens.access_token, tokens.claims()?.sub ?? '', {
      DPoP,
    });
    expect(info.sub).toBe(tokens.claims()?.sub);
    const renewed = await openid.refreshTokenGrant(client, tokens.refresh_token ?? '', undefined, { DPoP });
    expect(renewed.token_type).toBe('dpop');
    const again = openid.authorizationCodeGrant(client, back, checks, undefined, { DPoP });
    expect(await errorOf(again)).toBe('invalid_grant');
  });

  it('par-without-duplicate-parameters: client_id and request_uri alone are enough', async () => {
    const { pushed, back } = await getCode();
    expect([...pushed.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    expect(back.searchParams.has('code')).toBe(true);
  });

  it('par-attempt-invalid-http-method: takes POST alone', async () => {
    for (const method of ['GET', 'PUT'])
      expect((await platform.call(method, 'identity', '/connect/par')).status).toBeGreaterThanOrEqual(400);
  });

  it('par-authorization-request-containing-request_uri-form-param: is refused', async () => {
    const { status, body } = await push(await signAssertion(), {
      request_uri: `urn:ietf:params:oauth:request_uri:${'a'.repeat(43)}`,
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('ensure-unsigned-authorization-request-without-using-par-fails: shows the person an error', async () => {
    const { parameters } = await buildRequest();
    const place = await openFormBrowser(platform).open(openid.buildAuthorizationUrl(client, parameters).href);
    expect(place.html).toContain('must push its requests');
  });

  it.each(['token', 'id_token', 'code id_token'])(
    'ensure-response-type-token-fails: %s is refused where it is pushed',
    async (response_type) => {
      expect((await push(await signAssertion())).status).toBe(201);
      expect((await push(await signAssertion(), { response_type })).status).toBe(400);
    },
  );

  it('ensure-other-scope-order-succeeds and ensure-authorization-request-with-64-char-nonce-success', async () => {
    const DPoP = await createHandle();
    const { back, checks } = await getCode({ scope: 'profile openid', nonce: 'n'.repeat(64) }, DPoP);
    const tokens = await openid.authorizationCodeGrant(client, back, checks, undefined, { DPoP });
    expect(tokens.claims()?.nonce).toBe('n'.repeat(64));
  });

  it('ensure-mismatched-dpop-jkt-fails: dpop_jkt must be the key of the proof', async () => {
    const { parameters } = await buildRequest({ dpop_jkt: 'a'.repeat(43) });
    const DPoP = await createHandle();
    expect(await errorOf(openid.buildAuthorizationUrlWithPAR(client, parameters, { DPoP }))).toBe(
      'invalid_dpop_proof',
    );
  });

  it('ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt: the code is bound to the key of the request', async () => {
    const { back, checks } = await getCode({}, await createHandle());
    const other = openid.authorizationCodeGrant(client, back, checks, undefined, {
      DPoP: await createHandle(),
    });
    expect(await errorOf(other)).toBe('invalid_grant');
    const without = openid.authorizationCodeGrant(client, back, checks);
    expect(await errorOf(without)).toBe('invalid_dpop_proof');
  });

  it('ensure-authorization-code-is-bound-to-client: another client gets nothing', async () => {
    const second = await register();
    const { back, checks } = await getCode();
    const DPoP = await createHandle(second.client);
    const stolen = openid.authorizationCodeGrant(second.client, back, checks, undefined, { DPoP });
    expect(await errorOf(stolen)).toBe('invalid_grant');
  });

  it.each([
    ['without exp', { exp: undefined }],
    ['that expired', { exp: seconds() - 300 }],
    ['for another audience', { aud: 'https://other.example' }],
    ['without iss', { iss: undefined }],
    ['of another sub', { sub: 'another-client' }],
    ['without jti', { jti: undefined }],
  ])('ensure-invalid-client-assertions-fail: one %s', async (_, change) => {
    const { status, body } = await push(await signAssertion(change));
    expect([status, body.error]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^invalid_(client|request)$/),
    ]);
    expect([400, 401]).toContain(status);
  });
});
