// Tokens that are bound to a key (RFC 9449), run by openid-client (docs/interface/identity.md#proof-of-possession).
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import { openFormBrowser } from '../sign-in/form-browser.ts';
import { demoUser, signInAdministrator } from '../tenants/demo.ts';

const redirectUri = 'http://localhost:4000/auth-callback';
const options = { execute: [openid.allowInsecureRequests] };
const scope = 'openid profile offline_access UsersAPI AccreditationAPI BilltrackingApi';

let platform: TestPlatform;
let app: openid.Configuration;
let bound: openid.Configuration;
let administrate: Awaited<ReturnType<typeof signInAdministrator>>;

/** A client that people sign in to, registered for this test. */
async function register(signIn: Record<string, unknown>) {
  const issued = await administrate('POST', '/api/v1/Clients', {
    name: 'Bound',
    tenantCode: 'demo',
    scopes: ['UsersAPI', 'AccreditationAPI', 'BilltrackingApi'],
    signIn: {
      clientType: 'public',
      redirectUris: [redirectUri],
      isFirstParty: true,
      grantTypes: ['authorization_code', 'refresh_token'],
      ...signIn,
    },
  });
  expect(issued.status).toBe(201);
  const { client_id: id, client_secret: secret } = issued.body;
  const method = secret === undefined ? openid.None() : openid.ClientSecretPost(secret);
  return openid.discovery(new URL(platform.urls.identity), id, undefined, method, options);
}

beforeAll(async () => {
  platform = await startPlatform();
  administrate = await signInAdministrator(platform);
  app = await register({});
  bound = await register({ dpopBoundAccessTokens: true });
});
afterAll(() => platform.stop());

const createHandle = async (client: openid.Configuration) =>
  openid.getDPoPHandle(client, await openid.randomDPoPKeyPair('ES256'));

/** The address with the code of a new sign-in. */
async function getCode(client: openid.Configuration, parameters: Record<string, string> = {}) {
  const browser = openFormBrowser(platform);
  const { url, checks } = await beginSignIn(client, redirectUri, { scope, ...parameters });
  const page = await browser.open(url);
  const back = await browser.submit(page, { action: 'sign-in', ...demoUser(platform, 'ben') });
  return { back: new URL(back.url), checks };
}

async function getTokens(client: openid.Configuration, DPoP: openid.DPoPHandle | undefined) {
  const { back, checks } = await getCode(client);
  return openid.authorizationCodeGrant(client, back, checks, undefined, DPoP && { DPoP });
}

const errorOf = (promise: Promise<unknown>): Promise<string | undefined> =>
  promise.then(
    () => undefined,
    (error: { readonly error?: string; readonly code?: string }) => error.error ?? error.code ?? 'other',
  );

describe('a client with a key', () => {
  it('gets tokens of the type DPoP, which every area accepts with a proof, and none without', async () => {
    const DPoP = await createHandle(app);
    const tokens = await getTokens(app, DPoP);
    expect(tokens.token_type).toBe('dpop');
    const info = await openid.fetchUserInfo(app, tokens.access_token, tokens.claims()?.sub ?? '', { DPoP });
    expect(info.tenant).toBe('demo');
    const addresses = [
      [`${platform.urls.crm}/api/v1/people?pageSize=1`, 'GET'],
      [`${platform.urls.training}/api/v1/Awards/${platform.demo.values.awardId}`, 'GET'],
      [`${platform.urls.identity}/api/v1/Subject/GetAssignedRolesPermission`, 'GET'],
      [`${platform.urls.billtracking}/api/1.0/legislative/public-bills/list`, 'POST'],
    ] as const;
    for (const [address, method] of addresses) {
      const body = method === 'POST' ? JSON.stringify({ pageNumber: '1', pageSize: '5' }) : null;
      const headers = new Headers({
        'tenant-code': 'demo',
        'Content-Type': 'application/json',
        'api-version': '1.0',
      });
      const reply = await openid.fetchProtectedResource(
        app,
        tokens.access_token,
        new URL(address),
        method,
        body,
        headers,
        { DPoP },
      );
      // A scope without the identity area is refused there, after the proof.
      expect([200, 403], address).toContain(reply.status);
      headers.set('Authorization', `Bearer ${tokens.access_token}`);
      const asBearer = await fetch(address, { method, headers, body });
      expect(asBearer.status, address).toBe(401);
      headers.set('Authorization', `DPoP ${tokens.access_token}`);
      const withoutProof = await fetch(address, { method, headers, body });
      expect([withoutProof.status, withoutProof.headers.get('www-authenticate')], address).toEqual([
        401,
        expect.stringContaining('error="invalid_dpop_proof"'),
      ]);
    }
  });

  it('cannot use the token with the proof of another key, of another request, or a second time', async () => {
    const DPoP = await createHandle(app);
    const tokens = await getTokens(app, DPoP);
    const people = `${platform.urls.crm}/api/v1/people?pageSize=1`;
    let used: Headers | undefined;
    const client = await openid.discovery(
      new URL(platform.urls.identity),
      app.clientMetadata().client_id,
      undefined,
      openid.None(),
      options,
    );
    client[openid.customFetch] = (url, init) => {
      used = new Headers(init.headers);
      return fetch(url, init as RequestInit);
    };
    const send = (handle: openid.DPoPHandle) =>
      openid.fetchProtectedResource(
        client,
        tokens.access_token,
        new URL(people),
        'GET',
        null,
        new Headers({ 'tenant-code': 'demo' }),
        { DPoP: handle },
      );
    expect(await errorOf(send(await createHandle(client)))).toBeDefined();
    expect((await send(DPoP)).status).toBe(200);
    const headers = used ?? new Headers();
    expect((await fetch(people, { headers })).status).toBe(401);
    expect(
      (await fetch(`${platform.urls.crm}/api/v1/people/00000000-0000-4000-8000-000000000000`, { headers }))
        .status,
    ).toBe(401);
  });

  it('refreshes with its key alone, where it has no secret', async () => {
    const DPoP = await createHandle(app);
    const tokens = await getTokens(app, DPoP);
    const refreshToken = tokens.refresh_token ?? '';
    expect(await errorOf(openid.refreshTokenGrant(app, refreshToken))).toBe('invalid_grant');
    const thief = await createHandle(app);
    expect(await errorOf(openid.refreshTokenGrant(app, refreshToken, undefined, { DPoP: thief }))).toBe(
      'invalid_grant',
    );
    const renewed = await openid.refreshTokenGrant(app, refreshToken, undefined, { DPoP });
    expect(renewed.token_type).toBe('dpop');
  });

  it('binds the code by dpop_jkt, and by a proof at /connect/par', async () => {
    const DPoP = await createHandle(app);
    const { back, checks } = await getCode(app, { dpop_jkt: await DPoP.calculateThumbprint() });
    const thief = await createHandle(app);
    expect(await errorOf(openid.authorizationCodeGrant(app, back, checks, undefined, { DPoP: thief }))).toBe(
      'invalid_grant',
    );
    const tokens = await openid.authorizationCodeGrant(app, back, checks, undefined, { DPoP });
    expect(tokens.token_type).toBe('dpop');
    const verifier = openid.randomPKCECodeVerifier();
    const pushed = await openid.buildAuthorizationUrlWithPAR(
      app,
      {
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      },
      { DPoP },
    );
    const browser = openFormBrowser(platform);
    const page = await browser.open(pushed.href);
    const there = await browser.submit(page, { action: 'sign-in', ...demoUser(platform, 'ben') });
    const grant = (handle: openid.DPoPHandle | undefined) =>
      openid.authorizationCodeGrant(
        app,
        new URL(there.url),
        { pkceCodeVerifier: verifier, idTokenExpected: true },
        undefined,
        handle && { DPoP: handle },
      );
    expect(await errorOf(grant(undefined))).toBe('invalid_grant');
    expect((await grant(DPoP)).token_type).toBe('dpop');
  });

  it('learns from introspection to which key its token is bound', async () => {
    const DPoP = await createHandle(app);
    const tokens = await getTokens(app, DPoP);
    const { clientId = '', clientSecret = '' } = platform.demo.values;
    const reply = await fetch(`${platform.urls.identity}/connect/introspect`, {
      method: 'POST',
      body: new URLSearchParams({
        token: tokens.access_token,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    expect(await reply.json()).toMatchObject({
      active: true,
      token_type: 'DPoP',
      cnf: { jkt: await DPoP.calculateThumbprint() },
    });
  });
});

describe('a client that must bind its tokens', () => {
  it('gets none without a proof', async () => {
    expect(await errorOf(getTokens(bound, undefined))).toBe('invalid_dpop_proof');
    const tokens = await getTokens(bound, await createHandle(bound));
    expect(tokens.token_type).toBe('dpop');
  });

  it('gets tokens with a proof once', async () => {
    const DPoP = await createHandle(bound);
    let proof = '';
    bound[openid.customFetch] = (url, init) => {
      proof = new Headers(init.headers).get('dpop') ?? proof;
      return fetch(url, init as RequestInit);
    };
    const tokens = await getTokens(bound, DPoP);
    const repeated = await fetch(`${platform.urls.identity}/connect/token`, {
      method: 'POST',
      headers: { DPoP: proof },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: bound.clientMetadata().client_id,
        refresh_token: tokens.refresh_token ?? '',
      }),
    });
    expect(repeated.status).toBe(400);
    expect(await repeated.json()).toMatchObject({ error: 'invalid_dpop_proof' });
  });
});

it('a bearer token is not accepted as DPoP', async () => {
  const tokens = await getTokens(app, undefined);
  const reply = await platform.call('GET', 'crm', '/api/v1/people?pageSize=1', {
    tenant: 'demo',
    headers: { Authorization: `DPoP ${tokens.access_token}` },
  });
  expect([tokens.token_type, reply.status]).toEqual(['bearer', 401]);
});
