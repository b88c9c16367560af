// The standard flows of OpenID Connect, run by ready-made clients: openid-client, and oauth4webapi where its strictness is
// the judge. Tests are named after the modules of the OpenID conformance suite where they show the same.
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findGrant,
  type GrantItem,
  graceSeconds,
  parseRefreshToken,
} from '../../../functions/identity/connect/grants/grants.ts';
import { liveSessionsByUser, removeSession } from '../../../functions/identity/sessions/store.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { ageSessions } from '../sign-in/age-sessions.ts';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import { type FormBrowser, openFormBrowser, type Place } from '../sign-in/form-browser.ts';
import { demoUser, signInAdministrator } from '../tenants/demo.ts';

let platform: TestPlatform;
let website: openid.Configuration;
let app: openid.Configuration;
let console_: openid.Configuration;

const redirectUri = 'http://localhost:4000/auth-callback';

beforeAll(async () => {
  platform = await startPlatform();
  const options = { execute: [openid.allowInsecureRequests] };
  const issuer = new URL(platform.urls.identity);
  const secret = platform.demo.values.signInClientSecret ?? '';
  website = await openid.discovery(issuer, 'demo-website', secret, undefined, options);
  app = await openid.discovery(issuer, 'demo-app', undefined, openid.None(), options);
  console_ = await openid.discovery(issuer, 'rostrum-console', undefined, openid.None(), options);
});
afterAll(() => platform.stop());

const begin = (client: openid.Configuration, parameters: Record<string, string> = {}) =>
  beginSignIn(client, redirectUri, parameters);

const credentials = (name: string) => ({ action: 'sign-in', ...demoUser(platform, name) });

/** Signs in on the page that a browser shows. */
const signIn = (browser: FormBrowser, page: Place, name: string): Promise<Place> =>
  browser.submit(page, credentials(name));

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';

/** Tokens of a new sign-in at the website. */
async function getTokens(parameters: Record<string, string> = {}, name = 'ben') {
  const browser = openFormBrowser(platform);
  const { url, checks } = await begin(website, parameters);
  const back = await signIn(browser, await browser.open(url), name);
  const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
  return { tokens, browser, back };
}

describe('oidcc-server: a confidential client', () => {
  it('gets an ID token, an access token for its tenant and the claims of userinfo', async () => {
    const { tokens } = await getTokens({ scope: 'openid profile email UsersAPI' });
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      iss: platform.urls.identity,
      aud: 'demo-website',
      tenant: 'demo',
      amr: ['pwd'],
      acr: 'urn:rostrum:acr:password',
    });
    const info = await openid.fetchUserInfo(website, tokens.access_token, claims?.sub ?? '');
    expect(info).toMatchObject({ sub: claims?.sub, tenant: 'demo', email: expect.stringContaining('@') });
    // Existing callers print all of userinfo as text, which a boolean can be and an object can't.
    expect(Object.values(info).filter((value) => !['string', 'boolean'].includes(typeof value))).toEqual([]);
    const people = await platform.call('GET', 'crm', '/api/v1/people?pageSize=1', {
      tenant: 'demo',
      token: tokens.access_token,
    });
    expect(people.status).toBe(200);
  });

  it('is shown to be strict by oauth4webapi: iss, state, nonce, at_hash, auth_time', async () => {
    const issuer = new URL(platform.urls.identity);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, insecure),
    );
    const client = { client_id: 'demo-website' };
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(website, { max_age: '100' });
    const back = await signIn(browser, await browser.open(url), 'ben');
    const parameters = oauth.validateAuthResponse(server, client, new URL(back.url), checks.expectedState);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretPost(platform.demo.values.signInClientSecret ?? ''),
      parameters,
      redirectUri,
      checks.pkceCodeVerifier ?? '',
      insecure,
    );
    const result = await oauth.processAuthorizationCodeResponse(server, client, response, {
      expectedNonce: checks.expectedNonce ?? '',
      maxAge: 100,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, response, insecure);
    expect(oauth.getValidatedIdTokenClaims(result)?.sub).toEqual(expect.any(String));
  });
});

describe('an ID token', () => {
  /** A confidential client of this algorithm, and the tokens of a sign-in through it. */
  async function signInWith(algorithm: 'RS256' | 'ES256' | undefined) {
    const administer = await signInAdministrator(platform);
    const issued = await administer('POST', '/api/v1/Clients', {
      ...{ name: 'Library', tenantCode: 'demo', scopes: [] },
      signIn: { redirectUris: [redirectUri], isFirstParty: true, idTokenSignedResponseAlg: algorithm },
    });
    const { client_id: id, client_secret } = issued.body;
    const metadata = { client_secret, id_token_signed_response_alg: algorithm ?? 'RS256' };
    const client = await openid.discovery(new URL(platform.urls.identity), id, metadata, undefined, {
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    });
    const { url, checks } = await begin(client);
    const browser = openFormBrowser(platform);
    const back = await signIn(browser, await browser.open(url), 'ben');
    const tokens = await openid.authorizationCodeGrant(client, new URL(back.url), checks);
    const [head = ''] = (tokens.id_token ?? '').split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'));
    return { browser, client, tokens, header, metadata: client.serverMetadata() };
  }

  it('is signed with RS256 by default (Discovery 1.0, 3; Dynamic Client Registration 1.0, 2)', async () => {
    const { header, metadata, tokens, client, browser } = await signInWith(undefined);
    expect(metadata.id_token_signing_alg_values_supported).toContain('RS256');
    expect(header.alg).toBe('RS256');
    // It is a hint like any other.
    const { url } = await begin(client, { prompt: 'none', id_token_hint: tokens.id_token ?? '' });
    expect(new URL((await browser.open(url)).url).searchParams.has('code')).toBe(true);
  });

  it('is signed with ES256 for a client that is registered for it, and its keys are published', async () => {
    const { header } = await signInWith('ES256');
    expect(header.alg).toBe('ES256');
    const { body } = await platform.call('GET', 'identity', '/.well-known/jwks.json');
    expect(body.keys).toContainEqual(expect.objectContaining({ kid: header.kid, kty: 'EC' }));
    expect(body.keys).toContainEqual(expect.objectContaining({ kty: 'RSA', alg: 'RS256' }));
  });
});

describe('oidcc-basic: a request', () => {
  it.each([
    ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
    ['oidcc-ensure-other-scope-order-succeeds', { scope: 'email openid' }],
    ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
    ['oidcc-display-page', { display: 'page' }],
    ['oidcc-display-popup', { display: 'popup' }],
    ['oidcc-ui-locales', { ui_locales: 'se' }],
    ['oidcc-claims-locales', { claims_locales: 'se' }],
    ['oidcc-login-hint', { login_hint: 'buffy@demo.example' }],
    ['oidcc-max-age-10000', { max_age: '10000' }],
  ])('%s: succeeds', async (_, parameters) => {
    const { tokens } = await getTokens(parameters);
    expect(tokens.claims()?.auth_time).toEqual(expect.any(Number));
  });

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow: gives an ID token without a nonce', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(website, { nonce: '' });
    const back = await signIn(browser, await browser.open(url), 'ben');
    const { expectedNonce: _, ...others } = checks;
    const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), others);
    expect(tokens.claims()).not.toHaveProperty('nonce');
  });

  it.each([
    ['oidcc-scope-profile', 'openid profile', ['preferred_username']],
    ['oidcc-scope-email', 'openid email', ['email']],
    ['oidcc-scope-all', 'openid profile email', ['email', 'preferred_username']],
    ['oidcc-server', 'openid', []],
  ])('%s: gives the claims of its scopes at userinfo', async (_, scope, names) => {
    const { tokens } = await getTokens({ scope });
    const info = await openid.fetchUserInfo(website, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(['email', 'preferred_username'].filter((name) => name in info)).toEqual(names);
  });

  it('oidcc-userinfo-post-header: userinfo takes a POST', async () => {
    const { tokens } = await getTokens();
    const reply = await fetch(`${platform.urls.identity}/connect/userinfo`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await reply.json()).toMatchObject({ sub: tokens.claims()?.sub });
  });

  it('oidcc-id-token-hint: is answered for the person of the hint, and for nobody else', async () => {
    const ben = await getTokens();
    const dora = await getTokens({}, 'dora');
    const ask = async (hint: string | undefined) => {
      const { url } = await begin(website, { prompt: 'none', id_token_hint: hint ?? '' });
      const { searchParams } = new URL((await ben.browser.open(url)).url);
      return searchParams.get('error') ?? 'a code';
    };
    expect(await ask(ben.tokens.id_token)).toBe('a code');
    expect(await ask(dora.tokens.id_token)).toBe('login_required');
    for (const broken of [
      'nonsense',
      `${ben.tokens.id_token?.slice(0, -8)}AAAAAAAA`,
      ben.tokens.access_token,
    ])
      expect(await ask(broken)).toBe('login_required');
  });
});

describe('a session', () => {
  it('oidcc-prompt-none-logged-in: gives further codes without a page', async () => {
    const { browser, tokens } = await getTokens();
    const { url, checks } = await begin(website, { prompt: 'none' });
    const again = await openid.authorizationCodeGrant(
      website,
      new URL((await browser.open(url)).url),
      checks,
    );
    expect(again.claims()?.sub).toBe(tokens.claims()?.sub);
    expect(again.claims()?.auth_time).toBe(tokens.claims()?.auth_time);
  });

  it('oidcc-prompt-none-not-logged-in: is none of another browser', async () => {
    const { url } = await begin(website, { prompt: 'none' });
    const { searchParams } = new URL((await openFormBrowser(platform).open(url)).url);
    expect(searchParams.get('error')).toBe('login_required');
    expect(searchParams.get('iss')).toBe(platform.urls.identity);
  });

  it('oidcc-prompt-login: is confirmed where the application asks for it', async () => {
    const { browser } = await getTokens();
    const page = await browser.open((await begin(website, { prompt: 'login' })).url);
    expect(titleOf(page)).toBe('Sign in again');
    const { url, checks } = await begin(website, { prompt: 'login' });
    const back = await signIn(browser, await browser.open(url), 'ben');
    expect((await openid.authorizationCodeGrant(website, new URL(back.url), checks)).claims()).toBeDefined();
  });

  it('oidcc-max-age-1: is confirmed where it is older than the application allows, and says when', async () => {
    const { browser, tokens } = await getTokens();
    await ageSessions(tokens.claims()?.sub ?? '', 30);
    const before = await begin(website, { prompt: 'none', max_age: '1000' });
    const old = await openid.authorizationCodeGrant(
      website,
      new URL((await browser.open(before.url)).url),
      before.checks,
    );
    const { url, checks } = await begin(website, { max_age: '1' });
    const page = await browser.open(url);
    expect(titleOf(page)).toBe('Sign in again');
    const back = await signIn(browser, page, 'ben');
    const again = await openid.authorizationCodeGrant(website, new URL(back.url), { ...checks, maxAge: 60 });
    expect(again.claims()?.sub).toBe(old.claims()?.sub);
    expect(Number(again.claims()?.auth_time)).toBeGreaterThan(Number(old.claims()?.auth_time));
    const silent = await begin(website, { prompt: 'none', max_age: '0' });
    await ageSessions(tokens.claims()?.sub ?? '', 1);
    expect((await browser.open(silent.url)).url).toContain('error=login_required');
  });

  it.each([
    ['12 hours', {}, 12 * 3600],
    ['30 days, where the person stays signed in', { remember: 'yes' }, 30 * 86_400],
  ])(
    'lasts %s, however often it is used; then the person signs in again (ASVS 3.3.2)',
    async (_, form, seconds) => {
      const browser = openFormBrowser(platform);
      const { url, checks } = await begin(website);
      const back = await browser.submit(await browser.open(url), { ...credentials('ben'), ...form });
      const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
      const sub = tokens.claims()?.sub ?? '';
      const store = openPlatformStore();
      const find = async () =>
        (await liveSessionsByUser(store, sub, new Date())).find(({ id }) => id === tokens.claims()?.sid);
      const ask = async () => (await browser.open((await begin(website, { prompt: 'none' })).url)).url;
      const session = await find();
      const startsAt = Math.floor(Date.parse(session?.createdDate ?? '') / 1000);
      expect((session?.endsAt ?? 0) - startsAt).toBe(seconds);
      expect(await ask()).toContain('code=');
      expect((await find())?.endsAt).toBe(session?.endsAt);
      const key = store.key<object>(`SESSION#${session?.hash}`, 'SESSION');
      await commit([update(key, { set: { endsAt: Math.floor(Date.now() / 1000) } })]);
      expect(await ask()).toContain('error=login_required');
    },
  );

  it('has a new cookie after every sign-in, and the old one is worth nothing (ASVS 3.2.1)', async () => {
    const { browser } = await getTokens();
    const before = browser.cookies.get('rostrum-session') ?? '';
    await signIn(browser, await browser.open((await begin(website, { prompt: 'login' })).url), 'ben');
    expect(browser.cookies.get('rostrum-session')).not.toBe(before);
    browser.cookies.set('rostrum-session', before);
    const { url } = await begin(website, { prompt: 'none' });
    expect((await browser.open(url)).url).toContain('error=login_required');
  });

  it('ends where the tokens of the person are revoked', async () => {
    const { browser } = await getTokens({}, 'dora');
    const admin = await platform.tokenFor({ tenant: 'demo', permissions: ['platform.admin'] });
    const { body } = await platform.call('GET', 'identity', '/api/v1/Users?pageSize=100', {
      ...{ tenant: 'demo', token: admin },
    });
    const dora = body.items.find(({ userName }: { userName: string }) => userName.startsWith('dora'));
    const revoked = await platform.call('POST', 'identity', `/api/v1/Users/${dora.id}/RevokeTokens`, {
      ...{ tenant: 'demo', token: admin, body: { tenantCode: 'demo' } },
    });
    expect(revoked.status).toBe(200);
    const { url } = await begin(website, { prompt: 'none' });
    expect((await browser.open(url)).url).toContain('error=login_required');
  });
});

describe('the sign-in page', () => {
  it('says the same for a wrong password and an unknown user, and keeps the name', async () => {
    const browser = openFormBrowser(platform);
    const page = await browser.open((await begin(website)).url);
    const wrong = await browser.submit(page, {
      action: 'sign-in',
      userName: 'ben@demo.example',
      password: 'x',
    });
    const unknown = await browser.submit(page, { action: 'sign-in', userName: 'nobody@x', password: 'x' });
    const fault = (place: Place) => /role="alert"[^>]*>([^<]*)/.exec(place.html)?.[1];
    expect(fault(wrong)).toMatch(/do not belong together/);
    expect(fault(unknown)).toBe(fault(wrong));
    expect(wrong.html).toContain('value="ben@demo.example"');
    expect(wrong.html).not.toContain('value="x"');
  });

  it('has a policy that runs the script of passkeys alone, frames nothing and sends forms here and to the application only', async () => {
    const { headers } = await openFormBrowser(platform).open((await begin(website)).url);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:4000;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.match(/script-src [^;]*/g)).toEqual([
      expect.stringMatching(/^script-src http:\/\/localhost:\d+\/identity\/connect\/passkeys\.js$/),
    ]);
    expect(policy).not.toContain('unsafe');
  });

  it('sent by another browser than the one it was shown to begins nothing (CSRF)', async () => {
    const browser = openFormBrowser(platform);
    const page = await browser.open((await begin(website)).url);
    const stranger = openFormBrowser(platform);
    expect(titleOf(await signIn(stranger, page, 'ben'))).toBe('Nothing was done');
    const own = await stranger.open((await begin(website)).url);
    expect(titleOf(await signIn(stranger, { ...own, url: page.url }, 'ben'))).toBe('Please start again');
    expect(stranger.cookies.has('rostrum-session')).toBe(false);
  });

  it('lets the person go back, and tells the application', async () => {
    const browser = openFormBrowser(platform);
    const page = await browser.open((await begin(website)).url);
    const { searchParams } = new URL((await browser.submit(page, { action: 'cancel' })).url);
    expect(searchParams.get('error')).toBe('access_denied');
  });

  it('says that a person has no access to the tenant of the application', async () => {
    const browser = openFormBrowser(platform);
    const page = await signIn(browser, await browser.open((await begin(website)).url), 'cleo');
    expect(titleOf(page)).toBe('You have no access here');
    const other = await browser.submit(page, { action: 'switch' });
    expect(titleOf(other)).toBe('Sign in');
    expect((await signIn(browser, other, 'ben')).url).toContain('code=');
  });

  it('lets a person of several tenants choose, where the application is for all of them', async () => {
    const browser = openFormBrowser(platform);
    const own = { redirect_uri: 'http://localhost:4001/auth-callback' };
    const { url, checks } = await begin(console_, own);
    const page = await signIn(browser, await browser.open(url), 'ada');
    expect(titleOf(page)).toBe('Choose a workspace');
    const back = await browser.submit(page, { tenantCode: 'harbor' });
    const tokens = await openid.authorizationCodeGrant(console_, new URL(back.url), checks);
    expect(tokens.claims()?.tenant).toBe('harbor');
    const hinted = await begin(console_, { ...own, acr_values: 'tenant:demo' });
    const direct = await browser.open(hinted.url);
    const others = await openid.authorizationCodeGrant(console_, new URL(direct.url), hinted.checks);
    expect(others.claims()?.tenant).toBe('demo');
  });
});

describe('consent', () => {
  const own = { redirect_uri: 'http://127.0.0.1:50123/callback', scope: 'openid AccreditationAPI' };

  it('is asked once of a person who signs in to an application of others', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(app, own);
    const page = await signIn(browser, await browser.open(url), 'ben');
    expect(titleOf(page)).toBe('Allow Conference Companion?');
    const back = await browser.submit(page, { action: 'allow' });
    const tokens = await openid.authorizationCodeGrant(app, new URL(back.url), checks);
    expect(tokens.scope).toBe('openid AccreditationAPI');
    const again = await begin(app, own);
    expect((await browser.open(again.url)).url).toContain('code=');
    const more = await begin(app, { ...own, scope: 'openid profile AccreditationAPI' });
    expect(titleOf(await browser.open(more.url))).toBe('Allow Conference Companion?');
    const asked = await begin(app, { ...own, prompt: 'consent' });
    expect(titleOf(await browser.open(asked.url))).toBe('Allow Conference Companion?');
  });

  it('limits what the application can do in the name of the person', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(app, { ...own, scope: 'openid', prompt: 'consent' });
    const page = await signIn(browser, await browser.open(url), 'ben');
    const back = await browser.submit(page, { action: 'allow' });
    const { access_token: token } = await openid.authorizationCodeGrant(app, new URL(back.url), checks);
    const call = (area: 'crm' | 'training', path: string) =>
      platform.call('GET', area, path, { tenant: 'demo', token });
    expect((await call('crm', '/api/v1/people')).status).toBe(403);
    // Where people decide for themselves, an application that only knows who they are may not.
    expect((await call('training', '/api/v1/Notifications')).status).toBe(403);
  });

  it('that is denied is reported to the application', async () => {
    const browser = openFormBrowser(platform);
    const page = await signIn(browser, await browser.open((await begin(app, own)).url), 'dora');
    expect((await browser.submit(page, { action: 'cancel' })).url).toContain('error=access_denied');
  });
});

describe('an authorization request', () => {
  const errorOf = async (parameters: Record<string, string>) => {
    const { url } = await begin(website, parameters);
    const place = await openFormBrowser(platform).open(url);
    return place.status === 303 ? new URL(place.url).searchParams.get('error') : titleOf(place);
  };

  it.each([
    ['oidcc-ensure-registered-redirect-uri', { redirect_uri: 'https://evil.example/auth-callback' }],
    ['redirect_uri with another path', { redirect_uri: `${redirectUri}/x` }],
    ['redirect_uri with another query', { redirect_uri: `${redirectUri}?x=1` }],
    ['redirect_uri in another case', { redirect_uri: redirectUri.toUpperCase() }],
    ['an unknown client', { client_id: 'nobody' }],
  ])('is answered to nobody: %s', async (_name, parameters) => {
    expect(await errorOf(parameters)).toBe('This sign-in does not work');
  });

  it.each([
    ['oidcc-response-type-missing', { response_type: '' }, 'invalid_request'],
    ['the implicit grant', { response_type: 'id_token token' }, 'unsupported_response_type'],
    ['PKCE left out (RFC 9700 2.1.1)', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['PKCE plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['oidcc-unsigned-request-object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['a scope that the client does not have', { scope: 'openid crm.people.erase' }, 'invalid_scope'],
    ['prompt none with another', { prompt: 'none login' }, 'invalid_request'],
  ])('is refused to the application: %s', async (_name, parameters, error) => {
    expect(await errorOf(parameters)).toBe(error);
  });

  it.each(['\r\nSet-Cookie: a=b', '\n', '\t', ' '])(
    'is answered to nobody: the loopback address of an app with %j in it',
    async (text) => {
      const address = `http://127.0.0.1:50123/callback${text}`;
      const { url } = await begin(app, { redirect_uri: address, scope: 'unknown', prompt: 'none login' });
      const place = await openFormBrowser(platform).open(url);
      expect(titleOf(place)).toBe('This sign-in does not work');
    },
  );

  it('ignores scopes that nobody knows, which existing callers send', async () => {
    const { tokens } = await getTokens({ scope: 'openid NotesApi CommentApi' });
    expect(tokens.scope).toBe('openid');
  });

  it('oidcc-response-mode-form-post: is answered by a form', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(website, { response_mode: 'form_post' });
    const page = await signIn(browser, await browser.open(url), 'ben');
    const values = [...page.html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const request = new Request(redirectUri, {
      method: 'POST',
      body: new URLSearchParams(values.map(([, name = '', value = '']): [string, string] => [name, value])),
    });
    const tokens = await openid.authorizationCodeGrant(website, request, checks);
    expect(tokens.claims()?.aud).toBe('demo-website');
  });

  it('answers in the fragment where it is asked to', async () => {
    const browser = openFormBrowser(platform);
    const { url } = await begin(website, { response_mode: 'fragment' });
    const back = await signIn(browser, await browser.open(url), 'ben');
    expect(new URL(back.url).hash).toMatch(/^#code=/);
    expect(new URL(back.url).search).toBe('');
  });

  it('may come by a form of another site (OpenID Connect Core 3.1.2.1)', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(website);
    const { searchParams, origin, pathname } = new URL(url);
    const page = await browser.post(origin + pathname, Object.fromEntries(searchParams));
    const back = await signIn(browser, page, 'ben');
    const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
    expect(tokens.claims()?.aud).toBe('demo-website');
  });

  it('can be pushed, and then works once (RFC 9126)', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(website);
    const parameters = Object.fromEntries(new URL(url).searchParams);
    const pushed = await openid.buildAuthorizationUrlWithPAR(website, parameters);
    const back = await signIn(browser, await browser.open(pushed.href), 'ben');
    const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
    expect(tokens.claims()?.aud).toBe('demo-website');
    expect(titleOf(await browser.open(pushed.href))).toBe('This sign-in does not work');
  });
});

describe('a legacy client', () => {
  const address = 'https://old.example/index.php?option=com_sso&task=callback';
  let id: string;
  let secret: string;

  const register = async (signIn: Record<string, unknown>) => {
    const administer = await signInAdministrator(platform);
    const issued = await administer('POST', '/api/v1/Clients', {
      ...{ name: 'Old plugin', tenantCode: 'demo', scopes: [] },
      signIn: { redirectUris: [address], isFirstParty: true, ...signIn },
    });
    expect(issued.status, issued.text).toBe(201);
    return issued.body;
  };
  /** As an existing plugin builds it: nothing is encoded, and neither state nor PKCE is sent. */
  const open = (browser: FormBrowser) =>
    browser.open(
      `${platform.urls.identity}/connect/authorize?client_id=${id}&response_type=code&scope=openid+email&redirect_uri=${address}`,
    );

  it('that an administrator marked so sends neither state nor PKCE, and an unencoded redirect_uri', async () => {
    ({ client_id: id, client_secret: secret } = await register({ isLegacy: true }));
    const browser = openFormBrowser(platform);
    const back = new URL((await signIn(browser, await open(browser), 'ben')).url);
    expect(back.href.startsWith(`${address}&code=`)).toBe(true);
    expect(back.searchParams.has('state')).toBe(false);
    const exchange = (more = '') =>
      platform.call('POST', 'identity', '/connect/token', {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: `grant_type=authorization_code&code=${back.searchParams.get('code')}&redirect_uri=${address}&client_id=${id}&client_secret=${secret}${more}`,
      });
    // Somebody may have taken the challenge out of the request (RFC 9700 2.1.1).
    expect((await exchange(`&code_verifier=${'v'.repeat(43)}`)).body.error).toBe('invalid_grant');
    const reply = await exchange();
    expect(reply.status, reply.text).toBe(200);
    const info = await platform.call('GET', 'identity', '/connect/userinfo', {
      token: reply.body.access_token,
    });
    expect(info.body.email).toEqual(expect.stringContaining('@'));
  });

  it('is nobody else: the same request of another client is refused', async () => {
    ({ client_id: id, client_secret: secret } = await register({}));
    expect(titleOf(await open(openFormBrowser(platform)))).toBe('This sign-in does not work');
  });

  it('returns to no other address than the registered one', async () => {
    ({ client_id: id, client_secret: secret } = await register({ isLegacy: true }));
    const other = `${platform.urls.identity}/connect/authorize?client_id=${id}&response_type=code&scope=openid`;
    for (const sent of [
      'https://old.example/index.php?option=com_sso',
      `${address}x`,
      'https://old.example/',
    ])
      expect(titleOf(await openFormBrowser(platform).open(`${other}&redirect_uri=${sent}`))).toBe(
        'This sign-in does not work',
      );
  });
});

const errorOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (error) {
    return error instanceof openid.ResponseBodyError ? error.error : String(error);
  }
};

describe('a code', () => {
  it('oidcc-codereuse: works once; used again it ends what it gave', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(website, { scope: 'openid offline_access UsersAPI' });
    const back = new URL((await signIn(browser, await browser.open(url), 'ben')).url);
    const tokens = await openid.authorizationCodeGrant(website, back, checks);
    const call = () =>
      platform.call('GET', 'crm', '/api/v1/people?pageSize=1', {
        tenant: 'demo',
        token: tokens.access_token,
      });
    expect((await call()).status).toBe(200);
    expect(await errorOf(openid.authorizationCodeGrant(website, back, checks))).toBe('invalid_grant');
    expect((await call()).status).toBe(401);
    expect(await errorOf(openid.refreshTokenGrant(website, tokens.refresh_token ?? ''))).toBe(
      'invalid_grant',
    );
  });

  it('works once also for two requests at the same moment', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(website);
    const back = new URL((await signIn(browser, await browser.open(url), 'ben')).url);
    const results = await Promise.all(
      [1, 2].map(() => errorOf(openid.authorizationCodeGrant(website, back, checks))),
    );
    expect(results.sort()).toEqual(['invalid_grant', 'none']);
  });

  it('is bound to its client, its address and its verifier', async () => {
    const exchange = async (changed: Record<string, string>) => {
      const browser = openFormBrowser(platform);
      const { url, checks } = await begin(website);
      const back = new URL((await signIn(browser, await browser.open(url), 'ben')).url);
      const reply = await platform.call('POST', 'identity', '/connect/token', {
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: back.searchParams.get('code') ?? '',
          redirect_uri: redirectUri,
          code_verifier: checks.pkceCodeVerifier ?? '',
          client_id: 'demo-website',
          client_secret: platform.demo.values.signInClientSecret ?? '',
          ...changed,
        }),
      });
      return reply.body.error;
    };
    expect(await exchange({})).toBeUndefined();
    expect(await exchange({ code_verifier: 'x'.repeat(43) })).toBe('invalid_grant');
    expect(await exchange({ code_verifier: '' })).toBe('invalid_grant');
    expect(await exchange({ redirect_uri: 'http://localhost:4000/' })).toBe('invalid_grant');
    expect(await exchange({ client_id: 'demo-app', client_secret: '' })).toBe('invalid_grant');
    expect(await exchange({ client_secret: 'wrong' })).toBe('invalid_client');
    expect(await exchange({ client_secret: '' })).toBe('invalid_client');
  });
});

describe('a refresh token', () => {
  const scope = 'openid offline_access UsersAPI';

  it('oidcc-refresh-token: gives new tokens of the same person, and another refresh token', async () => {
    const { tokens } = await getTokens({ scope });
    const next = await openid.refreshTokenGrant(website, tokens.refresh_token ?? '');
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    expect(next.claims()?.sub).toBe(tokens.claims()?.sub);
    expect(next.claims()?.auth_time).toBe(tokens.claims()?.auth_time);
    const less = await openid.refreshTokenGrant(website, next.refresh_token ?? '', { scope: 'openid' });
    expect(less.scope).toBe('openid');
    expect(
      await errorOf(
        openid.refreshTokenGrant(website, less.refresh_token ?? '', { scope: 'AccreditationAPI' }),
      ),
    ).toBe('invalid_scope');
  });

  it('may be sent again by a client that lost the reply, and gives the token of then', async () => {
    const { tokens } = await getTokens({ scope });
    const first = tokens.refresh_token ?? '';
    const second = await openid.refreshTokenGrant(website, first);
    expect((await openid.refreshTokenGrant(website, first)).refresh_token).toBe(second.refresh_token);
    const third = await openid.refreshTokenGrant(website, second.refresh_token ?? '');
    expect((await openid.refreshTokenGrant(website, first)).refresh_token).toBe(third.refresh_token);
  });

  it('that 20 tabs use at once gives all of them the same, and each can go on', async () => {
    const { tokens } = await getTokens({ scope });
    const use = (token: string | undefined) =>
      Promise.all(Array.from({ length: 20 }, () => openid.refreshTokenGrant(website, token ?? '')));
    const tabs = await use(tokens.refresh_token);
    expect(new Set(tabs.map((tab) => tab.refresh_token)).size).toBe(1);
    const later = await use(tabs[7]?.refresh_token);
    expect(new Set(later.map((tab) => tab.refresh_token)).size).toBe(1);
    for (const { access_token: token } of [...tabs, ...later]) {
      const call = { tenant: 'demo', token };
      expect((await platform.call('GET', 'crm', '/api/v1/people?pageSize=1', call)).status).toBe(200);
    }
  });

  it('that is used again after the grace ends the grant with its tokens (RFC 9700, 4.14.2)', async () => {
    const { tokens } = await getTokens({ scope });
    const first = tokens.refresh_token ?? '';
    const second = await openid.refreshTokenGrant(website, first);
    const { grantId } = parseRefreshToken(first) ?? expect.fail('No refresh token');
    const store = openPlatformStore();
    const grant = await findGrant(store, grantId, new Date());
    const earlier = (grant?.earlier ?? []).map((token) => ({ ...token, at: token.at - graceSeconds - 1 }));
    await commit([update(store.key<GrantItem>(`GRANT#${grantId}`, 'GRANT'), { set: { earlier } })]);
    expect(await errorOf(openid.refreshTokenGrant(website, first))).toBe('invalid_grant');
    expect(await errorOf(openid.refreshTokenGrant(website, second.refresh_token ?? ''))).toBe(
      'invalid_grant',
    );
    const call = await platform.call('GET', 'crm', '/api/v1/people?pageSize=1', {
      ...{ tenant: 'demo', token: second.access_token },
    });
    expect(call.status).toBe(401);
  });

  it('is none of a client that did not ask to stay', async () => {
    expect((await getTokens({ scope: 'openid' })).tokens.refresh_token).toBeUndefined();
  });

  it('is revoked with the access tokens of its grant (RFC 7009 2.1)', async () => {
    const { tokens } = await getTokens({ scope });
    await openid.tokenRevocation(website, tokens.refresh_token ?? '');
    expect(await errorOf(openid.refreshTokenGrant(website, tokens.refresh_token ?? ''))).toBe(
      'invalid_grant',
    );
    const state = await openid.tokenIntrospection(website, tokens.access_token);
    expect(state.active).toBe(false);
  });

  it('ends with an access token of its grant that is revoked', async () => {
    const { tokens } = await getTokens({ scope });
    expect((await openid.tokenIntrospection(website, tokens.access_token)).active).toBe(true);
    await openid.tokenRevocation(website, tokens.access_token);
    expect(await errorOf(openid.refreshTokenGrant(website, tokens.refresh_token ?? ''))).toBe(
      'invalid_grant',
    );
  });
});

describe('signing out', () => {
  const goodbye = 'http://localhost:4000/';
  const isSignedIn = async (browser: FormBrowser) => {
    const { url } = await begin(website, { prompt: 'none' });
    return (await browser.open(url)).url.includes('code=');
  };

  it('oidcc-rp-initiated-logout: with the ID token of the session nobody is asked, and state returns', async () => {
    const { browser, tokens } = await getTokens();
    expect(await isSignedIn(browser)).toBe(true);
    const url = openid.buildEndSessionUrl(website, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: goodbye,
      state: 'xyz',
    });
    expect((await browser.open(url.href)).url).toBe(`${goodbye}?state=xyz`);
    expect(browser.cookies.has('rostrum-session')).toBe(false);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('oidcc-rp-initiated-logout-no-id-token-hint: the person is asked', async () => {
    const { browser } = await getTokens();
    const url = openid.buildEndSessionUrl(website, { post_logout_redirect_uri: goodbye });
    const page = await browser.open(url.href);
    expect(titleOf(page)).toBe('Sign out?');
    expect(await isSignedIn(browser)).toBe(true);
    const end = `${platform.urls.identity}/connect/endsession`;
    const values = { action: 'confirm', client_id: 'demo-website', post_logout_redirect_uri: goodbye };
    expect((await browser.submit({ ...page, url: end }, values)).url).toBe(goodbye);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('oidcc-rp-initiated-logout-discovery-endpoint-verification: is offered by the metadata', () => {
    const address = `${platform.urls.identity}/connect/endsession`;
    expect(website.serverMetadata().end_session_endpoint).toBe(address);
  });

  it('oidcc-rp-initiated-logout-no-state: returns without one', async () => {
    const { browser, tokens } = await getTokens();
    const hint = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: goodbye };
    expect((await browser.open(openid.buildEndSessionUrl(website, hint).href)).url).toBe(goodbye);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('oidcc-rp-initiated-logout-no-post-logout-redirect-uri: ends here', async () => {
    const { browser, tokens } = await getTokens();
    const hint = { id_token_hint: tokens.id_token ?? '', state: 'xyz' };
    const page = await browser.open(openid.buildEndSessionUrl(website, hint).href);
    expect(titleOf(page)).toBe('You are signed out');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([
    ['oidcc-rp-initiated-logout-no-params', ''],
    ['oidcc-rp-initiated-logout-only-state', '?state=xyz'],
  ])('%s: the person is asked, and stays here', async (_name, query) => {
    const { browser } = await getTokens();
    const page = await browser.open(`${platform.urls.identity}/connect/endsession${query}`);
    expect(titleOf(page)).toBe('Sign out?');
    expect(titleOf(await browser.submit(page, { action: 'confirm' }))).toBe('You are signed out');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it.each([
    [
      'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri',
      { post_logout_redirect_uri: `${goodbye}?foo=bar` },
    ],
    ['oidcc-rp-initiated-logout-bad-post-logout-redirect-uri', { post_logout_redirect_uri: `${goodbye}x` }],
    ['the address of another client', { post_logout_redirect_uri: 'http://localhost:4001/' }],
  ])('returns to no address that is not registered: %s', async (_name, parameters) => {
    const { browser, tokens } = await getTokens();
    const hint = { id_token_hint: tokens.id_token ?? '' };
    const page = await browser.open(openid.buildEndSessionUrl(website, { ...hint, ...parameters }).href);
    expect(titleOf(page)).toBe('You are signed out');
  });

  it.each<[string, (token: string) => Promise<string>]>([
    ['oidcc-rp-initiated-logout-modified-id-token-hint', async (token) => `${token.slice(0, -8)}AAAAAAAA`],
    [
      'oidcc-rp-initiated-logout-bad-id-token-hint',
      async (token) =>
        new SignJWT(decodeJwt(token))
          .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'RS256' })
          .sign((await generateKeyPair('RS256')).privateKey),
    ],
  ])('%s: is no hint', async (_name, modify) => {
    const { browser, tokens } = await getTokens();
    const hint = { id_token_hint: await modify(tokens.id_token ?? '') };
    expect(titleOf(await browser.open(openid.buildEndSessionUrl(website, hint).href))).toBe('Sign out?');
  });

  it('by /Account/SignOut returns to a registered address at once, and asks for any other', async () => {
    const { browser } = await getTokens();
    const address = (to: string) =>
      `${platform.urls.identity}/Account/SignOut?ReturnUrl=${encodeURIComponent(to)}`;
    expect(titleOf(await browser.open(address('https://evil.example/')))).toBe('Sign out?');
    expect(await isSignedIn(browser)).toBe(true);
    expect((await browser.open(address(goodbye))).url).toBe(goodbye);
    expect(await isSignedIn(browser)).toBe(false);
    expect(titleOf(await browser.open(address('https://evil.example/')))).toBe('You are signed out');
    expect((await browser.open(address(goodbye))).url).toBe(goodbye);
  });
});

describe("a person's sessions", () => {
  it('are listed, and end one by one', async () => {
    const { browser, tokens } = await getTokens();
    const store = openPlatformStore();
    const userId = tokens.claims()?.sub ?? '';
    const sessions = await liveSessionsByUser(store, userId, new Date());
    const own = sessions.find(({ id }) => id === tokens.claims()?.sid);
    expect(own).toMatchObject({ userId, clients: [{ clientId: 'demo-website', tenantCode: 'demo' }] });
    if (own) await commit([removeSession(store, own)]);
    const { url } = await begin(website, { prompt: 'none' });
    expect((await browser.open(url)).url).toContain('error=login_required');
  });
});

describe('userinfo', () => {
  it('takes the token in the form of a POST, once (RFC 6750, 2.2)', async () => {
    const { tokens } = await getTokens();
    const ask = (headers: Record<string, string>, token: string) =>
      platform.call('POST', 'identity', '/connect/userinfo', {
        headers,
        body: new URLSearchParams({ access_token: token }),
      });
    const { status, body } = await ask({}, tokens.access_token);
    expect([status, body.sub]).toEqual([200, tokens.claims()?.sub]);
    expect((await ask({}, 'x')).status).toBe(401);
    const twice = await ask({ Authorization: `Bearer ${tokens.access_token}` }, tokens.access_token);
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
  });

  it('refuses a token without the scope openid, and anything that is no token', async () => {
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin(website, { scope: 'UsersAPI' });
    const back = await signIn(browser, await browser.open(url), 'ben');
    const own = { ...checks, idTokenExpected: false, expectedNonce: undefined };
    const { access_token: token } = await openid.authorizationCodeGrant(website, new URL(back.url), own);
    expect((await platform.call('GET', 'identity', '/connect/userinfo', { token })).status).toBe(403);
    const none = await platform.call('GET', 'identity', '/connect/userinfo');
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="rostrum"']);
    const invalid = await platform.call('GET', 'identity', '/connect/userinfo', { token: 'x' });
    expect(invalid.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });
});
