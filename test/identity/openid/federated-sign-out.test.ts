// A sign-out here goes on at the tenant's own provider, and one there ends what began there: with a provider by somebody else
// (oidc-provider), and with the modules of the OpenID conformance suite for relying parties by their names
// (docs/interface/identity.md#signing-out-at-the-provider).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, generateKeyPair } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearVerifications } from '../../../functions/identity/federation/logout-token.ts';
import { eraseAccount } from '../../../functions/identity/jobs/erase-user/erase-account.ts';
import { handler as sweep } from '../../../functions/identity/jobs/sweep-logouts/handler.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { scanTenant } from '../../crm/erasure/person-everywhere.ts';
import { browserTimeout, openChromium } from '../../harness/chromium.ts';
import { lookAtPage } from '../../harness/look-at-page.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import { type FormBrowser, openFormBrowser, type Place } from '../sign-in/form-browser.ts';
import { demoUser, signInAdministrator } from '../tenants/demo.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';

const redirectUri = 'http://localhost:4000/auth-callback';
const goodbye = 'http://localhost:4000/';
const notices: string[] = [];
let receiver: Server;
let platform: TestPlatform;
let provider: TestProvider;
let website: openid.Configuration;
let administrate: Awaited<ReturnType<typeof signInAdministrator>>;

const configuration = () => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  defaultRoles: ['member'],
});

async function configure(tenant: string, more: object = {}) {
  const token = await platform.tokenFor({ tenant, roles: ['admin'] });
  const body = { ...configuration(), ...more };
  return platform.call('PUT', 'identity', '/api/v1/IdentityProvider', { tenant, token, body });
}

beforeAll(async () => {
  platform = await startPlatform();
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  const { identity } = platform.urls;
  provider = await startProvider(
    `${identity}/connect/federation/callback`,
    `${identity}/connect/federation/logout/demo`,
  );
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      notices.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '');
      response.writeHead(200).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  administrate = await signInAdministrator(platform);
  const { body } = await administrate('GET', '/api/v1/Clients/demo-website');
  const { port } = receiver.address() as AddressInfo;
  await administrate('PUT', '/api/v1/Clients/demo-website/SignIn', {
    ...{ ...body.signIn, isFirstParty: true, workspaces: 'any' },
    backchannelLogoutUri: `http://127.0.0.1:${port}/logout`,
  });
  await administrate('PUT', '/api/v1/Tenants/demo/SignInDomains', {
    domains: ['example.org', 'demo.example'],
  });
  await administrate('PUT', '/api/v1/Tenants/harbor/SignInDomains', { domains: ['harbor.example.org'] });
  for (const tenant of ['demo', 'harbor']) expect((await configure(tenant)).status).toBe(200);
  website = await openid.discovery(
    new URL(identity),
    'demo-website',
    platform.demo.values.signInClientSecret ?? '',
    undefined,
    { execute: [openid.allowInsecureRequests] },
  );
});
beforeEach(async () => {
  await sweep();
  notices.length = 0;
  provider.intercept = undefined;
  provider.claims = (login) => ({ email: `${login}@example.org`, email_verified: true });
});
afterAll(async () => {
  receiver.close();
  await provider.stop();
  await platform.stop();
});

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';

/** A person who has signed in at the website through the provider, with the browser's cookies at the provider. */
interface SignedIn {
  readonly browser: FormBrowser;
  readonly cookies: Map<string, string>;
  readonly tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;
  /** The provider's session. */
  readonly sid: string;
}

/** Signs in at the website through the provider, which keeps the person signed in under its own cookies. */
async function signIn(
  login: string,
  { domain = 'example.org', scope = 'openid UsersAPI' } = {},
): Promise<SignedIn> {
  const cookies = new Map<string, string>();
  const browser = openFormBrowser(platform);
  const { url, checks } = await beginSignIn(website, redirectUri, { scope });
  const next = await browser.submit(await browser.open(url), {
    action: 'federate',
    userName: `${login}@${domain}`,
  });
  const link = /<a href="([^"]+\/auth\?[^"]+)"/.exec(next.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const answer = await provider.signInAs(login, link, cookies);
  const back = await browser.open(answer.href);
  const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
  return { browser, cookies, tokens, sid: String(decodeJwt(provider.idTokens.at(-1) ?? '').sid) };
}

const isSignedIn = async (browser: FormBrowser): Promise<boolean> => {
  const { url } = await beginSignIn(website, redirectUri, { prompt: 'none' });
  return (await browser.open(url)).url.includes('code=');
};

const worksForPeople = async ({ tokens }: SignedIn): Promise<boolean> => {
  const token = tokens.access_token;
  return (
    (await platform.call('GET', 'crm', '/api/v1/people?pageSize=1', { tenant: 'demo', token })).status === 200
  );
};

const buildSignOut = ({ tokens }: SignedIn, more: Record<string, string> = {}): string =>
  openid.buildEndSessionUrl(website, {
    id_token_hint: tokens.id_token ?? '',
    post_logout_redirect_uri: goodbye,
    state: 'xyz',
    ...more,
  }).href;

/** What the provider publishes of itself, with these values in place of its own. */
async function publish(more: Record<string, unknown>): Promise<void> {
  const path = '/.well-known/openid-configuration';
  const published: object = JSON.parse(await (await fetch(provider.issuer + path)).text());
  provider.intercept = ({ url }, response) => {
    if (url !== path) return false;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ...published, ...more }));
    return true;
  };
}

describe('a sign-out of somebody whom the provider signed in', () => {
  it('oidcc-client-test-rp-init-logout: goes on at the provider, and comes back to the application', async () => {
    const person = await signIn('grace');
    expect(await worksForPeople(person)).toBe(true);
    const before = provider.requested.length;
    const { url } = await person.browser.open(buildSignOut(person));
    // The session has ended already, and nothing was asked of the provider, which cannot hold it up.
    expect(provider.requested.length).toBe(before);
    expect(await isSignedIn(person.browser)).toBe(false);
    expect(await worksForPeople(person)).toBe(false);
    const sent = new URL(url);
    expect(`${sent.origin}${sent.pathname}`).toBe(`${provider.issuer}/session/end`);
    expect(Object.fromEntries(sent.searchParams)).toEqual({
      id_token_hint: provider.idTokens.at(-1),
      client_id: provider.clientId,
      post_logout_redirect_uri: `${platform.urls.identity}/connect/endsession/callback`,
      state: expect.stringMatching(/^[\w-]{22}$/),
    });
    const back = await provider.signOut(url, person.cookies);
    expect(back.searchParams.get('state')).toBe(sent.searchParams.get('state'));
    expect((await person.browser.open(back.href)).url).toBe(`${goodbye}?state=xyz`);
    await sweep();
    expect(notices.map((token) => decodeJwt(token).sub)).toEqual([person.tokens.claims()?.sub]);
    // The way back works once.
    expect(titleOf(await person.browser.open(back.href))).toBe('You are signed out');
  });

  it.each([
    ['oidcc-client-test-rp-init-logout-no-state', ''],
    ['oidcc-client-test-rp-init-logout-other-state', '?state=AAAAAAAAAAAAAAAAAAAAAA'],
    ['an address in place of the state', `?state=${encodeURIComponent(goodbye)}`],
  ])('%s: leads nowhere', async (_name, query) => {
    const person = await signIn('grace');
    const { url } = await person.browser.open(buildSignOut(person));
    const callback = `${platform.urls.identity}/connect/endsession/callback`;
    const place = await person.browser.open(callback + query);
    expect([place.status, titleOf(place)]).toEqual([200, 'You are signed out']);
    const state = new URL(url).searchParams.get('state');
    const right = `${callback}?state=${state}`;
    // Another browser cannot use it, nor use it up.
    const other = openFormBrowser(platform);
    await other.open((await beginSignIn(website, redirectUri, {})).url);
    expect(titleOf(await other.open(right))).toBe('You are signed out');
    expect((await person.browser.open(right)).url).toBe(`${goodbye}?state=xyz`);
  });

  it('goes on by a page where a form was sent, whose policy allows no other site', async () => {
    const person = await signIn('grace');
    const end = `${platform.urls.identity}/connect/endsession`;
    const place = await person.browser.submit(await person.browser.open(end), { action: 'confirm' });
    expect([place.status, titleOf(place)]).toEqual([200, 'You are signed out here']);
    const link = /<a href="([^"]+)"/.exec(place.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(place.headers.get('refresh')).toBe(`0;url=${link}`);
    expect(await isSignedIn(person.browser)).toBe(false);
    const back = await provider.signOut(link, person.cookies);
    // No application is to be returned to.
    expect(titleOf(await person.browser.open(back.href))).toBe('You are signed out');
  });

  it(
    'leads a browser on by itself after a form, and has a link to the same place',
    async () => {
      const person = await signIn('grace');
      const chromium = await openChromium();
      const url = platform.urls.identity;
      const stored = [...person.browser.cookies].map(([name, value]) => ({ name, value, url }));
      await chromium.context.addCookies(stored);
      const page = await chromium.context.newPage();
      const led: string[] = [];
      // So the page stays to be looked at.
      await page.route(`${provider.issuer}/session/end**`, (route) => {
        led.push(route.request().url());
        return route.fulfill({ status: 204 });
      });
      await page.goto(`${url}/connect/endsession`);
      await page.getByRole('button', { name: 'Sign out' }).press('Enter');
      const link = page.getByRole('link', { name: `Sign out at ${new URL(provider.issuer).host}` });
      await link.waitFor();
      await expect.poll(() => led.length).toBe(1);
      const found = await lookAtPage(page, 'sign-out-at-provider', process.env.SIGN_IN_PICTURES);
      expect(found).toEqual([]);
      expect(await link.getAttribute('href')).toBe(led[0]);
      await page.close();
      await chromium.close();
    },
    browserTimeout,
  );

  it('goes on from /Account/SignOut too', async () => {
    const person = await signIn('grace');
    const address = `${platform.urls.identity}/Account/SignOut?ReturnUrl=${encodeURIComponent(goodbye)}`;
    const back = await provider.signOut((await person.browser.open(address)).url, person.cookies);
    expect((await person.browser.open(back.href)).url).toBe(goodbye);
  });

  it.each([
    ['has no address for it', undefined],
    ['has an address inside', 'https://10.0.0.7/logout'],
    ['has an address that is none of a site', 'javascript:alert(1)'],
    ['has an address of more than a thousand characters', `https://login.example.org/${'a'.repeat(975)}`],
  ])('ends here where the provider %s', async (_name, address) => {
    await publish({ end_session_endpoint: address });
    const person = await signIn('grace');
    expect((await person.browser.open(buildSignOut(person))).url).toBe(`${goodbye}?state=xyz`);
    expect(await isSignedIn(person.browser)).toBe(false);
  });

  it.each([
    ['is left signed in at the provider by choice', { keepsSession: true }],
    ['came by a provider that is switched off now', { isActive: false }],
    ['came by another provider than the tenant has now', { issuer: 'https://login.example.org' }],
  ])('ends here where the person %s', async (_name, more) => {
    const person = await signIn('grace');
    await configure('demo', more);
    expect((await person.browser.open(buildSignOut(person))).url).toBe(`${goodbye}?state=xyz`);
    expect(await isSignedIn(person.browser)).toBe(false);
    expect((await configure('demo')).body.keepsSession).toBe(false);
  });

  it('needs the ID token of the provider, which nobody can read in the table', async () => {
    await signIn('grace');
    const stored = JSON.stringify(await scanTenant());
    expect(stored).toContain('"provider-session"');
    expect(stored).not.toContain(provider.idTokens.at(-1)?.split('.')[1]);
  });
});

/** Sends a logout token as the provider does. */
async function send(token: string, tenant = 'demo') {
  const response = await fetch(`${platform.urls.identity}/connect/federation/logout/${tenant}`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });
  return {
    status: response.status,
    caching: response.headers.get('cache-control'),
    error: response.status === 200 ? undefined : ((await response.json()) as { error: string }).error,
  };
}
const accepted = { status: 200, caching: 'no-store', error: undefined };
const refused = { status: 400, caching: 'no-store', error: 'invalid_request' };

describe('a logout token of the provider', () => {
  it('oidcc-client-test-rp-backchannel-rpinitlogout: who signs out there is signed out here', async () => {
    const person = await signIn('grace');
    expect(await isSignedIn(person.browser)).toBe(true);
    await provider.signOut(`${provider.issuer}/session/end`, person.cookies);
    expect(await isSignedIn(person.browser)).toBe(false);
    expect(await worksForPeople(person)).toBe(false);
    await sweep();
    expect(notices.map((token) => decodeJwt(token).sid)).toEqual([person.tokens.claims()?.sid]);
  });

  it('ends the session that it names, or all of the person, and no other', async () => {
    const [first, second, third] = [await signIn('grace'), await signIn('grace'), await signIn('grace')];
    const other = await signIn('henry');
    // The same person of the same provider, in another tenant.
    provider.claims = (login) => ({ email: `${login}@harbor.example.org`, email_verified: true });
    const elsewhere = await signIn('grace', { domain: 'harbor.example.org' });
    const areIn = async () => {
      const people = [first, second, third, other, elsewhere];
      return Promise.all(people.map(({ browser }) => isSignedIn(browser)));
    };
    expect(await send(await provider.signLogout({ sub: 'grace', sid: first.sid }))).toEqual(accepted);
    expect(await areIn()).toEqual([false, true, true, true, true]);
    expect(await send(await provider.signLogout({ sid: second.sid }))).toEqual(accepted);
    expect(await areIn()).toEqual([false, false, true, true, true]);
    // The session of somebody else is none of this person.
    expect(await send(await provider.signLogout({ sub: 'grace', sid: other.sid }))).toEqual(accepted);
    expect(await areIn()).toEqual([false, false, true, true, true]);
    expect(await send(await provider.signLogout({ sub: 'grace' }))).toEqual(accepted);
    expect(await areIn()).toEqual([false, false, false, true, true]);
  });

  it('ends nothing where the person has signed in here since, by a password', async () => {
    provider.claims = () => ({ email: 'dora@demo.example', email_verified: true });
    const { browser } = await signIn('dora', { domain: 'demo.example' });
    const { url } = await beginSignIn(website, redirectUri, { prompt: 'login' });
    const place = await browser.open(url);
    const signedIn = await browser.submit(place, { action: 'sign-in', ...demoUser(platform, 'dora') });
    expect(signedIn.url).toContain('code=');
    expect(await send(await provider.signLogout({ sub: 'dora' }))).toEqual(accepted);
    expect(await isSignedIn(browser)).toBe(true);
    const end = `${platform.urls.identity}/connect/endsession`;
    const ended = await browser.submit(await browser.open(end), { action: 'confirm' });
    expect(titleOf(ended)).toBe('You are signed out');
  });

  it('finds nothing of somebody who was erased in the tenant, also where the account goes on in another', async () => {
    const person = await signIn('henry');
    const userId = person.tokens.claims()?.sub ?? '';
    const added = await administrate('PUT', `/api/v1/Users/${userId}/Tenants/harbor`, { roles: ['member'] });
    expect(added.status, added.text).toBe(200);
    const isKnown = async () =>
      (await scanTenant()).some((item) => item.type === 'provider-session' && item.userId === userId);
    expect(await isKnown()).toBe(true);
    const store = openPlatformStore();
    const demo = store.tenant(parseTenantCode('demo') ?? ('' as never));
    await eraseAccount(store, demo, userId, new Date());
    expect(await isKnown()).toBe(false);
    expect((await administrate('GET', `/api/v1/Users/${userId}`)).body.tenantCodes).toEqual(['harbor']);
  });

  it('leaves what an application may do in the absence of the person, as every sign-out does', async () => {
    const person = await signIn('grace', { scope: 'openid UsersAPI offline_access' });
    expect(await send(await provider.signLogout({ sub: 'grace' }))).toEqual(accepted);
    expect(await isSignedIn(person.browser)).toBe(false);
    expect(await worksForPeople(person)).toBe(true);
    const renewed = await openid.refreshTokenGrant(website, person.tokens.refresh_token ?? '');
    expect(renewed.access_token).toBeDefined();
  });

  it('is accepted once', async () => {
    const token = await provider.signLogout({ sub: 'grace' });
    expect(await send(token)).toEqual(accepted);
    const person = await signIn('grace');
    expect(await send(token)).toEqual(refused);
    expect(await isSignedIn(person.browser)).toBe(true);
  });

  it('may be ten minutes old, and half a minute more for clocks that differ', async () => {
    const issuedBefore = async (seconds: number) => {
      const iat = Math.floor(Date.now() / 1000) - seconds;
      return (await send(await provider.signLogout({ sub: 'x', iat, exp: iat + 3600 }))).status;
    };
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 });
    try {
      expect([await issuedBefore(630), await issuedBefore(631)]).toEqual([200, 400]);
    } finally {
      vi.useRealTimers();
    }
  });

  describe('is refused, and ends nothing:', () => {
    let person: SignedIn;
    beforeAll(async () => {
      person = await signIn('grace');
    });
    const secret = () => new TextEncoder().encode(provider.clientSecret);
    const event = 'http://schemas.openid.net/event/backchannel-logout';
    const now = () => Math.floor(Date.now() / 1000);
    const unsigned = async () => {
      const [, claims] = (await provider.signLogout({ sub: 'grace' })).split('.');
      return `${Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url')}.${claims}.`;
    };
    it.each<[string, () => Promise<string>]>([
      ['oidcc-client-test-rp-backchannel-rpinitlogout-alg-none', unsigned],
      [
        'oidcc-client-test-rp-backchannel-rpinitlogout-no-event',
        () => provider.signLogout({ sub: 'grace', events: undefined }),
      ],
      [
        'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-event',
        () => provider.signLogout({ sub: 'grace', events: { [`${event}x`]: {} } }),
      ],
      [
        'oidcc-client-test-rp-backchannel-rpinitlogout-with-nonce',
        () => provider.signLogout({ sub: 'grace', nonce: 'one' }),
      ],
      [
        'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-alg',
        async () => {
          const { privateKey } = await generateKeyPair('ES256');
          return provider.signLogout({ sub: 'grace' }, { alg: 'ES256' }, privateKey);
        },
      ],
      [
        'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-aud',
        () => provider.signLogout({ sub: 'grace', aud: 'another' }),
      ],
      [
        'oidcc-client-test-rp-backchannel-rpinitlogout-wrong-iss',
        () => provider.signLogout({ sub: 'grace', iss: 'https://login.example.org' }),
      ],
      [
        'signed with the client secret',
        () => provider.signLogout({ sub: 'grace' }, { alg: 'HS256' }, secret()),
      ],
      [
        'signed by somebody else',
        async () => provider.signLogout({ sub: 'grace' }, {}, (await generateKeyPair('RS256')).privateKey),
      ],
      ['of another type', () => provider.signLogout({ sub: 'grace' }, { typ: 'at+jwt' })],
      [
        'with an event that is no object',
        () => provider.signLogout({ sub: 'grace', events: { [event]: 1 } }),
      ],
      ['of nobody', () => provider.signLogout({})],
      ['with a sid that is no text', () => provider.signLogout({ sub: 'grace', sid: 7 })],
      ['without a name', () => provider.signLogout({ sub: 'grace', jti: undefined })],
      ['without its time', () => provider.signLogout({ sub: 'grace', iat: undefined })],
      ['without an end', () => provider.signLogout({ sub: 'grace', exp: undefined })],
      ['that has expired', () => provider.signLogout({ sub: 'grace', iat: now() - 200, exp: now() - 60 })],
      ['an ID token', async () => provider.idTokens.at(-1) ?? ''],
      ['no token', async () => 'a.b.c'],
    ])('%s', async (_name, build) => {
      expect(await send(await build())).toEqual(refused);
      expect(await isSignedIn(person.browser)).toBe(true);
    });

    it('of a tenant that does not exist; and does nothing where a tenant has no provider', async () => {
      const token = await provider.signLogout({ sub: 'grace' });
      expect(await send(token, 'no-such-tenant')).toEqual(refused);
      expect(await isSignedIn(person.browser)).toBe(true);
    });
  });

  it('can be sent again where the provider did not answer, which is not asked each time', async () => {
    const person = await signIn('grace');
    const token = await provider.signLogout({ sub: 'grace' });
    clearVerifications();
    provider.intercept = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    const before = provider.requested.length;
    for (let times = 0; times < 2; times += 1) expect(await send(token)).toEqual(refused);
    expect(provider.requested.length).toBe(before + 1);
    expect(await isSignedIn(person.browser)).toBe(true);
    // Nor where it publishes what it is, and not its keys.
    clearVerifications();
    provider.intercept = ({ url }, response) => {
      if (url !== '/jwks') return false;
      response.writeHead(500).end();
      return true;
    };
    const described = provider.requested.length;
    for (let times = 0; times < 2; times += 1) expect(await send(token)).toEqual(refused);
    expect(provider.requested.length).toBe(described + 2);
    provider.intercept = undefined;
    clearVerifications();
    expect(await send(token)).toEqual(accepted);
    expect(await isSignedIn(person.browser)).toBe(false);
    // Nor is it asked for each token with a key that it does not publish.
    const known = provider.requested.length;
    for (let times = 0; times < 2; times += 1)
      expect(await send(await provider.signLogout({ sub: 'grace' }, { kid: 'another' }))).toEqual(refused);
    expect(provider.requested.length - known).toBeLessThanOrEqual(1);
  });

  it('is throttled by its address where fifty were invalid, and not where it is valid', async () => {
    const person = await signIn('grace');
    let last = 400;
    for (let times = 0; times <= 50 && last === 400; times += 1)
      last = (await send(await provider.signLogout({ sub: 'grace', nonce: 'one' }))).status;
    expect(last).toBe(429);
    expect(await send(await provider.signLogout({ sub: 'grace' }))).toEqual(accepted);
    expect(await isSignedIn(person.browser)).toBe(false);
  });
});

it('the addresses to register at the provider are shown with its configuration', async () => {
  const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  const { body } = await platform.call('GET', 'identity', '/api/v1/IdentityProvider', {
    tenant: 'demo',
    token,
  });
  expect(body).toMatchObject({
    postLogoutRedirectUri: `${platform.urls.identity}/connect/endsession/callback`,
    backchannelLogoutUri: `${platform.urls.identity}/connect/federation/logout/demo`,
  });
});
