// People sign in through their organization's own provider: a real one (oidc-provider), the pages of the platform, and what
// the provider can and cannot do here (docs/interface/identity.md#federation).
import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import { openFormBrowser, type Place } from '../sign-in/form-browser.ts';
import { demoUser, signInAdministrator } from '../tenants/demo.ts';
import { createScimCaller } from '../tenants/scim-caller.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';

let platform: TestPlatform;
let provider: TestProvider;
let admin: Awaited<ReturnType<typeof signInAdministrator>>;
let token: string;

const configuration = () => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  rolesClaim: 'groups',
  roleMapping: { board: 'staff' },
  defaultRoles: ['member'],
});

const configure = (body: object) =>
  platform.call('PUT', 'identity', '/api/v1/IdentityProvider', { tenant: 'demo', token, body });

beforeAll(async () => {
  platform = await startPlatform();
  provider = await startProvider(`${platform.urls.identity}/connect/federation/callback`);
  admin = await signInAdministrator(platform);
  token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  await admin('PUT', '/api/v1/Tenants/demo/SignInDomains', { domains: ['Example.ORG', 'demo.example'] });
  await configure(configuration());
});
afterAll(async () => {
  await provider.stop();
  await platform.stop();
});

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';

/** The address of a sign-in at the demo's website. */
function buildStart(): string {
  const url = new URL(`${platform.urls.identity}/connect/authorize`);
  url.search = String(
    new URLSearchParams({
      client_id: 'demo-website',
      response_type: 'code',
      redirect_uri: 'http://localhost:4000/auth-callback',
      scope: 'openid',
      state: 'one',
      code_challenge: randomBytes(32).toString('base64url'),
      code_challenge_method: 'S256',
    }),
  );
  return url.href;
}

/** Signs in as this person of the provider; where the browser is in the end. */
async function signIn(login: string, address = `${login}@example.org`, start = buildStart()) {
  const browser = openFormBrowser(platform);
  const first = await browser.open(start);
  const next = await browser.submit(first, { action: 'federate', userName: address });
  const link = /<a href="([^"]+\/auth\?[^"]+)"/.exec(next.html)?.[1]?.replaceAll('&amp;', '&');
  if (link === undefined) return { browser, next, link, back: next, place: next };
  const answer = await provider.signInAs(login, link);
  return { browser, next, answer, link, place: await browser.open(answer.href) };
}

const findUser = async (userName: string) => {
  const { body } = await admin('GET', '/api/v1/Users?pageSize=100');
  const user = body.items.find((item: { userName: string }) => item.userName === userName);
  return user && (await admin('GET', `/api/v1/Users/${user.id}`)).body;
};

describe('a sign-in through the provider', () => {
  it('makes an account for somebody new, with the roles of the claims, and goes on to the application', async () => {
    const { next, place } = await signIn('grace');
    expect(titleOf(next)).toBe('Continue to Cascadia Association of Counties');
    expect(place.url).toMatch(/^http:\/\/localhost:4000\/auth-callback\?code=/);
    const user = await findUser('grace@example.org');
    expect(user.assignments).toEqual([{ tenantCode: 'demo', roles: ['staff'] }]);
  });

  it('takes roles that the provider no longer gives', async () => {
    provider.claims = (login) => ({ email: `${login}@example.org`, email_verified: true });
    await signIn('grace');
    expect((await findUser('grace@example.org')).assignments[0].roles).toEqual(['member']);
  });

  it('opens an account that exists, and then only for the same person', async () => {
    provider.claims = () => ({ email: 'dora@demo.example', email_verified: true });
    expect((await signIn('dora', 'dora@demo.example')).place.url).toContain('auth-callback?code=');
    const other = await signIn('somebody-else', 'dora@demo.example');
    expect(other.place.html).toContain('belonged to somebody else');
  });
});

describe('who a person is', () => {
  const sub = 'grace-hopper';
  const claim = (email: string | undefined, more: object = {}) => {
    provider.claims = () => ({ ...(email && { email, email_verified: true }), ...more });
  };
  const isIn = ({ place }: { readonly place: Place }) => place.url.includes('auth-callback?code=');
  const listNames = async (): Promise<string[]> =>
    (await admin('GET', '/api/v1/Users?pageSize=100')).body.items.map(
      ({ userName }: { userName: string }) => userName,
    );

  it('is said by iss and sub: another address is the same account (OpenID Connect Core 1.0, 5.7)', async () => {
    claim('maiden@example.org');
    expect(isIn(await signIn(sub))).toBe(true);
    for (const email of ['married@example.org', 'hopper@elsewhere.example', undefined]) {
      claim(email);
      expect(isIn(await signIn(sub)), email).toBe(true);
    }
    const names = await listNames();
    expect(names).toContain('maiden@example.org');
    expect(names).not.toContain('married@example.org');
    // The next owner of the former address is somebody else.
    claim('maiden@example.org');
    expect((await signIn('another-sub')).place.html).toContain('belonged to somebody else');
  });

  it('is said by the directory at the first sign-in, also where it gave another name since', async () => {
    const scim = await createScimCaller(platform, ['demo', 'harbor']);
    const { id } = (await scim('POST', '/Users', { body: { userName: 'first@example.org' } })).body;
    // Another tenant that names the same address changes nothing.
    const elsewhere = await scim('POST', '/Users', {
      body: { userName: 'first@example.org' },
      tenant: 'harbor',
    });
    expect(elsewhere.body.id).toBe(id);
    await scim('PUT', `/Users/${id}`, { body: { userName: 'second@example.org' } });
    claim('second@example.org');
    expect(isIn(await signIn('from-the-directory'))).toBe(true);
    const account = (await admin('GET', `/api/v1/Users/${id}`)).body;
    expect(account).toMatchObject({ userName: 'first@example.org', tenantCodes: ['demo'] });
    await scim('PATCH', `/Users/${id}`, {
      body: { schemas: [], Operations: [{ op: 'Replace', path: 'active', value: 'False' }] },
    });
    expect((await signIn('from-the-directory')).place.html).toContain('cannot sign in');
    await scim('DELETE', `/Users/${id}`);
    expect((await admin('GET', `/api/v1/Users/${id}`)).status).toBe(404);
    // The link ended with the user: the person is new.
    expect(isIn(await signIn('from-the-directory'))).toBe(true);
    expect(await listNames()).toContain('second@example.org');
  });

  it('is said by a user name of Entra ID only where the tenant trusts its provider', async () => {
    claim(undefined, { preferred_username: 'upn@example.org' });
    expect((await signIn('entra')).place.html).toContain('did not confirm');
    await configure({ ...configuration(), trustsAddresses: true });
    expect(isIn(await signIn('entra'))).toBe(true);
    expect(await listNames()).toContain('upn@example.org');
    expect((await configure(configuration())).body.trustsAddresses).toBe(false);
  });
});

describe('what tokens say of a sign-in through the provider', () => {
  const claim = (amr: unknown) => {
    provider.claims = (login) => ({ email: `${login}@example.org`, email_verified: true, amr });
  };
  /** The ID token of a sign-in, and the address at the provider to which it led. */
  async function getClaims(parameters: Record<string, string> = {}) {
    const secret = platform.demo.values.signInClientSecret ?? '';
    const options = { execute: [openid.allowInsecureRequests] };
    const issuer = new URL(platform.urls.identity);
    const website = await openid.discovery(issuer, 'demo-website', secret, undefined, options);
    const { url, checks } = await beginSignIn(website, 'http://localhost:4000/auth-callback', parameters);
    const { place, link } = await signIn('irene', undefined, url);
    const tokens = await openid.authorizationCodeGrant(website, new URL(place.url), checks);
    return { claims: tokens.claims(), token: decodeJwt(tokens.access_token), link: new URL(link ?? '') };
  }

  it('is that the provider signed the person in, with no password here', async () => {
    claim(undefined);
    const { claims, token } = await getClaims();
    for (const said of [claims, token])
      expect(said).toMatchObject({ acr: 'urn:rostrum:acr:provider', amr: ['fed'] });
  });

  it('is what the provider says of the factors, in the words of RFC 8176', async () => {
    claim(['pwd', 'mfa', 'made-up', 7]);
    const { claims, token } = await getClaims();
    for (const said of [claims, token])
      expect(said).toMatchObject({ acr: 'urn:rostrum:acr:two-factors', amr: ['fed', 'pwd', 'mfa'] });
    const strict = await getClaims({ acr_values: 'urn:rostrum:acr:two-factors' });
    expect(strict.claims?.acr).toBe('urn:rostrum:acr:two-factors');
  });

  it('is that it happened now, where the application asks for that: the provider is asked too', async () => {
    claim(undefined);
    expect((await getClaims()).link.searchParams.has('max_age')).toBe(false);
    const aged = await getClaims({ max_age: '120' });
    expect(aged.link.searchParams.get('max_age')).toBe('120');
    const repeated = await getClaims({ prompt: 'login' });
    const { searchParams } = repeated.link;
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '600']);
    expect(repeated.token.auth_time).toBe(repeated.claims?.auth_time);
  });
});

describe('the provider cannot', () => {
  it.each([
    ['sign in an address that it has not verified', { email: 'eve@example.org' }, 'did not confirm'],
    [
      'sign in an address of another domain',
      { email: 'cleo@harbor.example', email_verified: true },
      'did not confirm',
    ],
    [
      'open the account of who administers the platform',
      { email: 'ada@demo.example', email_verified: true },
      'with their password',
    ],
  ])('%s', async (_, claims, text) => {
    provider.claims = () => claims;
    const { place } = await signIn('eve');
    expect(place.status).toBe(200);
    expect(place.html).toContain(text);
  });

  it('lead to a form that does not work: the page of the sign-in says why, and a password still signs in', async () => {
    provider.claims = () => ({ email: 'eve@example.org' });
    const { browser, place } = await signIn('eve');
    expect(new URL(place.url).pathname).toContain('/connect/interactions/');
    expect(place.html).toContain('did not confirm');
    // It says so again when the page is loaded again, until the next attempt.
    expect((await browser.open(place.url)).html).toContain('did not confirm');
    const next = await browser.submit(place, { action: 'federate', userName: 'eve@example.org' });
    expect(titleOf(next)).toBe('Continue to Cascadia Association of Counties');
    expect((await browser.open(place.url)).html).not.toContain('did not confirm');
    const back = await browser.submit(place, { action: 'sign-in', ...demoUser(platform, 'ben') });
    expect(back.url).toContain('auth-callback?code=');
  });

  it('send its answer to another browser, or twice', async () => {
    provider.claims = (login) => ({ email: `${login}@example.org`, email_verified: true });
    const { answer, browser } = await signIn('henry');
    const stranger = openFormBrowser(platform);
    expect(titleOf(await stranger.open(answer?.href ?? ''))).toBe('Please start again');
    expect(titleOf(await browser.open(answer?.href ?? ''))).toBe('Please start again');
  });
});

describe('where there is no provider', () => {
  it('the page says so, and a password still works', async () => {
    const { browser, next } = await signIn('cleo', 'cleo@harbor.example');
    expect(next.html).toContain('has no sign-in of its own here');
    const back = await browser.submit(next, { action: 'sign-in', ...demoUser(platform, 'ben') });
    expect(back.url).toContain('auth-callback?code=');
  });

  it('because it was switched off or does not answer, the page says so', async () => {
    provider.intercept = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    expect((await signIn('grace')).next.html).toContain('does not answer');
    provider.intercept = undefined;
    const { clientSecret: _, ...kept } = configuration();
    await configure({ ...kept, isActive: false });
    expect((await signIn('grace')).next.html).toContain('has no sign-in of its own here');
    expect((await configure(kept)).body.isActive).toBe(true);
  });
});

describe('the configuration', () => {
  it('never shows its secret, which is stored encrypted', async () => {
    const read = await platform.call('GET', 'identity', '/api/v1/IdentityProvider', {
      tenant: 'demo',
      token,
    });
    expect(read.body).toMatchObject({ issuer: provider.issuer, domains: ['demo.example', 'example.org'] });
    expect(read.text).not.toContain(provider.clientSecret);
    const items = await platform
      .store('demo')
      .queryAll(platform.store('demo').partition('IDENTITY-PROVIDER'));
    expect(items).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain(provider.clientSecret);
  });

  it('refuses an issuer with a query', async () => {
    const reply = await configure({ ...configuration(), issuer: 'https://login.example.org/?realm=a' });
    expect([reply.status, reply.body.details[0].message]).toEqual([400, 'issuer must not have a query.']);
  });

  it('refuses internal addresses, the role of the platform, and a new issuer without a secret', async () => {
    const { clientSecret: _, ...kept } = configuration();
    const reply = await configure({
      ...kept,
      issuer: 'https://169.254.169.254',
      roleMapping: { board: 'platform-admin' },
    });
    expect(reply.status).toBe(400);
    expect(reply.body.details.map(({ target }: { target: string }) => target)).toEqual([
      'issuer',
      'clientSecret',
      'roleMapping.board',
    ]);
  });

  it('gives a domain to one tenant', async () => {
    const taken = await admin('PUT', '/api/v1/Tenants/harbor/SignInDomains', { domains: ['example.org'] });
    expect(taken.status).toBe(409);
    const invalid = await admin('PUT', '/api/v1/Tenants/harbor/SignInDomains', { domains: ['no domain'] });
    expect(invalid.status).toBe(400);
  });
});
