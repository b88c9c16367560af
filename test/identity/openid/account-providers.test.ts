// Google and Microsoft accounts in the place of the password (docs/interface/identity.md#google-and-microsoft-accounts): iss and
// sub name the account (OpenID Connect Core 1.0, 5.7), and an address opens one here only where the provider itself answers for
// it (developers.google.com/identity/openid-connect/openid-connect, "email_verified"; nOAuth, Descope 2023).
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleBrowser } from '../../contract/example-request.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type FormBrowser, openFormBrowser, type Place } from '../sign-in/form-browser.ts';
import { signInAdministrator } from '../tenants/demo.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';

let platform: TestPlatform;
let provider: TestProvider;
let operate: Awaited<ReturnType<typeof signInAdministrator>>;
let tokens: Readonly<Record<string, string>>;
beforeAll(async () => {
  platform = await startPlatform();
  provider = await startProvider(`${platform.urls.identity}/connect/account-providers/callback`);
  operate = await signInAdministrator(platform);
  tokens = Object.fromEntries(
    await Promise.all(
      ['demo', 'harbor'].map(
        async (tenant) => [tenant, await platform.tokenFor({ tenant, roles: ['admin'] })] as const,
      ),
    ),
  );
});
afterAll(async () => {
  await provider.stop();
  await platform.stop();
});
beforeEach(async () => {
  for (const name of ['google', 'microsoft']) expect((await setUp(name)).status).toBe(200);
  await setPolicy('demo', ['google', 'microsoft']);
  await setPolicy('harbor', []);
  provider.claims = (login) => ({ email: `${login}@gmail.com`, email_verified: true });
});

const password = 'kites above the long field';
const setUp = (name: string, more: object = {}) =>
  operate('PUT', `/api/v1/AccountProviders/${name}`, {
    ...{ issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret },
    ...more,
  });
async function setPolicy(tenant: string, accountProviders: readonly string[]): Promise<void> {
  const { status, text } = await platform.call('PUT', 'identity', '/api/v1/SignInPolicy', {
    ...{ tenant, token: tokens[tenant] ?? '', body: { secondFactor: 'optional', accountProviders } },
  });
  expect(status, text).toBe(200);
}

async function createUser(userName: string, ...tenants: readonly string[]): Promise<string> {
  const assignments = tenants.map((tenantCode) => ({ tenantCode, roles: ['member'] }));
  const user = { userName, email: userName, password, assignments };
  const { status, text, body } = await operate('POST', '/api/v1/Users', user);
  expect(status, text).toBe(201);
  return body.id;
}

function buildStart(parameters: Record<string, string> = {}, clientId = 'rostrum-console'): string {
  const url = new URL(`${platform.urls.identity}/connect/authorize`);
  url.search = String(
    new URLSearchParams({
      ...{ client_id: clientId, response_type: 'code', scope: 'openid', state: 'one' },
      redirect_uri: 'http://localhost:4001/auth-callback',
      code_challenge: randomBytes(32).toString('base64url'),
      ...{ code_challenge_method: 'S256', acr_values: 'tenant:demo', ...parameters },
    }),
  );
  return url.href;
}

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';
const faultOf = ({ html }: Place): string => /role="alert"[^>]*>([^<]*)/.exec(html)?.[1] ?? '';

/** Signs in at the provider as this person, and goes on here. */
async function signIn(login: string, browser = openFormBrowser(platform), name = 'google') {
  const next = await browser.submit(await browser.open(buildStart()), { action: name });
  const link = /<a href="([^"]+\/auth\?[^"]+)"/.exec(next.html)?.[1]?.replaceAll('&amp;', '&');
  if (link === undefined) return { browser, place: next };
  const answer = await provider.signInAs(login, link);
  return { browser, answer, place: await browser.open(answer.href) };
}
const isSignedIn = ({ status, url }: Place): boolean => status === 303 && url.includes('code=');
const usePassword = (browser: FormBrowser, place: Place, userName: string) =>
  browser.submit(place, { action: 'sign-in', userName, password });

async function outbox() {
  const store = platform.store('demo');
  const mail = store.listing<{ to: string; subject: string; text: string }>('OUTBOX');
  return (await store.query(mail)).items;
}

describe('an account at Google or Microsoft', () => {
  it.each(['google', 'microsoft'])(
    'at %s signs in whoever signed in otherwise once, also under another address',
    async (name) => {
      const userName = `alma-${name}@demo.example`;
      await createUser(userName, 'demo');
      const first = await signIn(`alma-${name}`, undefined, name);
      expect(titleOf(first.place)).toBe('Sign in');
      expect(first.place.html).toContain(`account alma-${name}@gmail.com signs you in here`);
      expect(isSignedIn(await usePassword(first.browser, first.place, userName))).toBe(true);
      const mails = (await outbox()).filter(({ to }) => to === userName);
      expect(mails.map(({ subject }) => subject)).toContain('Another account signs you in');
      provider.claims = () => ({ email: 'changed@gmail.com', email_verified: true });
      expect(isSignedIn((await signIn(`alma-${name}`, undefined, name)).place)).toBe(true);
    },
  );

  it('signs in at once where the provider answers for the address that the person confirmed here', async () => {
    // An administrator of the platform has stated the address of one, and the other has opened a link that was mailed to it.
    await createUser('bodil@gmail.com', 'demo');
    expect(titleOf((await signIn('bodil')).place)).toBe('Sign in');
    const invited = await platform.call('POST', 'identity', '/api/v1/TenantInvitations', {
      ...{ tenant: 'demo', token: tokens.demo ?? '' },
      body: { email: 'berit@gmail.com', roles: ['member'] },
    });
    expect(invited.status, invited.text).toBe(201);
    const { text } = (await outbox()).findLast(({ to }) => to === 'berit@gmail.com') ?? {};
    await platform.call('POST', 'identity', /https?:\/\/\S+?(\/Account\/\S+)/.exec(text ?? '')?.[1] ?? '', {
      headers: exampleBrowser.headers,
      body: new URLSearchParams({ password, ...exampleBrowser.values }),
    });
    expect(isSignedIn((await signIn('berit')).place)).toBe(true);
    provider.claims = () => ({});
    expect(isSignedIn((await signIn('berit')).place)).toBe(true);
  });

  it('does not open an account by an address for which the provider does not answer', async () => {
    const userName = 'carla@demo.example';
    await createUser(userName, 'demo');
    for (const claims of [
      { email: userName, email_verified: true },
      { email: userName, email_verified: false, hd: 'demo.example' },
      {},
    ]) {
      provider.claims = () => claims;
      const { place } = await signIn('carla');
      expect([titleOf(place), isSignedIn(place)]).toEqual(['Sign in', false]);
    }
  });

  it('is not linked by the provider of a tenant, which signs in to that tenant alone', async () => {
    const own = await startProvider(`${platform.urls.identity}/connect/federation/callback`);
    await operate('PUT', '/api/v1/Tenants/demo/SignInDomains', { domains: ['example.org'] });
    const { issuer, clientId, clientSecret } = own;
    await platform.call('PUT', 'identity', '/api/v1/IdentityProvider', {
      ...{ tenant: 'demo', token: tokens.demo ?? '' },
      body: { issuer, clientId, clientSecret, defaultRoles: ['member'] },
    });
    const { browser, place } = await signIn('gina');
    expect(place.html).toContain('account gina@gmail.com signs you in here');
    const next = await browser.submit(place, { action: 'federate', userName: 'gina@example.org' });
    const link = /<a href="([^"]+\/auth\?[^"]+)"/.exec(next.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await own.signInAs('gina', link);
    expect(isSignedIn(await browser.open(answer.href))).toBe(true);
    await own.stop();
    expect(titleOf((await signIn('gina')).place)).toBe('Sign in');
  });

  it('asks for the second factor as the password does', async () => {
    const { browser, place } = await signIn('mona');
    const next = await usePassword(browser, place, 'mona@demo.example');
    expect(titleOf(next)).toBe('Enter your code');
    // Nothing is linked before the code is right.
    expect(titleOf((await signIn('mona')).place)).toBe('Sign in');
  });

  it('is offered where the platform has set it up, the tenant allows it, and nobody has to prove again who they are', async () => {
    const offers = async (start: string) =>
      /Continue with Google/.test((await openFormBrowser(platform).open(start)).html);
    expect(await offers(buildStart())).toBe(true);
    expect(await offers(buildStart({ max_age: '60' }))).toBe(false);
    expect(await offers(buildStart({ prompt: 'login' }))).toBe(false);
    expect(await offers(buildStart({ acr_values: 'tenant:harbor' }))).toBe(false);
    await setUp('google', { isActive: false });
    expect(await offers(buildStart())).toBe(false);
    const { place } = await signIn('alma-google');
    expect(faultOf(place)).toContain('not offered here');
  });

  it('reaches the tenants that allow it alone, also when they stop', async () => {
    const userName = 'dagny@demo.example';
    await createUser(userName, 'demo', 'harbor');
    const first = await signIn('dagny');
    await usePassword(first.browser, first.place, userName);
    const { browser, place } = await signIn('dagny');
    expect(isSignedIn(place)).toBe(true);
    const ask = async (tenant: string) =>
      isSignedIn(await browser.open(buildStart({ acr_values: `tenant:${tenant}`, prompt: 'none' })));
    expect([await ask('demo'), await ask('harbor')]).toEqual([true, false]);
    await setPolicy('harbor', ['google']);
    await setPolicy('demo', ['microsoft']);
    expect([await ask('demo'), await ask('harbor')]).toEqual([false, true]);
  });

  it('is offered again where the tenant ended the access in the session', async () => {
    await setPolicy('demo', ['google']);
    const userName = 'dorthe@demo.example';
    const id = await createUser(userName, 'demo', 'harbor');
    const first = await signIn('dorthe');
    await usePassword(first.browser, first.place, userName);
    const { browser } = await signIn('dorthe');
    const ended = await platform.call('POST', 'identity', `/api/v1/TenantUsers/${id}/RevokeTokens`, {
      ...{ tenant: 'demo', token: tokens.demo ?? '' },
    });
    expect(ended.status, ended.text).toBe(200);
    const page = await browser.open(buildStart({ acr_values: 'tenant:demo' }));
    expect(page.html).toContain('Continue with Google');
  });

  it('changes nothing of the account, which other tenants have too', async () => {
    const userName = 'hedda@demo.example';
    await createUser(userName, 'demo', 'harbor');
    const first = await signIn('hedda');
    await usePassword(first.browser, first.place, userName);
    const { browser } = await signIn('hedda');
    const page = await browser.open(`${platform.urls.identity}/Account/SecondFactor`);
    expect(titleOf(page)).toBe('Sign in again');
    expect(faultOf(page)).toContain('changes your account itself');
    expect(titleOf(await usePassword(browser, page, userName))).toBe('Your second factor');
    // Nor does it set one up on the way to a tenant that requires two factors.
    const { browser: other } = await signIn('hedda');
    const asked = await other.open(buildStart({ acr_values: 'tenant:demo urn:rostrum:acr:two-factors' }));
    expect(faultOf(asked)).toContain('changes your account itself');
  });

  it('leads to the sign-in page in a tenant that does not allow it', async () => {
    const userName = 'ingrid-s@demo.example';
    await createUser(userName, 'demo', 'harbor');
    const first = await signIn('ingrid-s');
    await usePassword(first.browser, first.place, userName);
    const { browser } = await signIn('ingrid-s');
    const atHarbor = { acr_values: 'tenant:harbor' };
    const silent = await browser.open(buildStart({ ...atHarbor, prompt: 'none' }));
    expect(silent.url).toContain('error=login_required');
    const page = await browser.open(buildStart(atHarbor));
    expect(titleOf(page)).toBe('Sign in again');
    expect(isSignedIn(await usePassword(browser, page, userName))).toBe(true);
  });

  it('ends with everything else by a new password, and what it has begun ends with it', async () => {
    const userName = 'jorun@demo.example';
    const id = await createUser(userName, 'demo');
    const link = async () => {
      const first = await signIn('jorun');
      await usePassword(first.browser, first.place, userName);
      const { browser, place } = await signIn('jorun');
      expect(isSignedIn(place)).toBe(true);
      return browser;
    };
    const ask = async (browser: FormBrowser) =>
      isSignedIn(await browser.open(buildStart({ prompt: 'none' })));
    await link();
    await operate('PUT', `/api/v1/Users/${id}/Password`, { password });
    expect(titleOf((await signIn('jorun')).place)).toBe('Sign in');
    const browser = await link();
    const own = openFormBrowser(platform);
    const access = `${platform.urls.identity}/Account/Access`;
    const place = await usePassword(own, await own.open(access), userName);
    expect(await ask(browser)).toBe(true);
    await own.submit(place, { action: 'end-link', provider: 'google' });
    expect([await ask(browser), await ask(own)]).toEqual([false, true]);
  });

  it('signs in one user, who linked it first', async () => {
    const [one, other] = ['kari@demo.example', 'kaja@demo.example'];
    for (const userName of [one, other]) await createUser(userName, 'demo');
    const [first, second] = [await signIn('kari'), await signIn('kari')];
    expect(isSignedIn(await usePassword(first.browser, first.place, one))).toBe(true);
    expect(isSignedIn(await usePassword(second.browser, second.place, other))).toBe(true);
    const page = await second.browser.open(`${platform.urls.identity}/Account/Access`);
    expect(page.html).not.toContain('Google account');
    const { browser } = await signIn('kari');
    expect((await browser.open(`${platform.urls.identity}/Account/Access`)).html).toContain(one);
  });

  it('is named on each page that links it, and is left alone by whoever uses another account', async () => {
    const { browser, place } = await signIn('mona');
    const code = await usePassword(browser, place, 'mona@demo.example');
    expect(code.html).toContain('Google account mona@gmail.com signs you in here');
    const page = await browser.submit(code, { action: 'switch' });
    expect(page.html).not.toContain('Google account');
  });

  it('signs nobody in once its owner has removed it, or the user is disabled', async () => {
    const userName = 'erna@demo.example';
    const id = await createUser(userName, 'demo');
    const first = await signIn('erna');
    await usePassword(first.browser, first.place, userName);
    const access = `${platform.urls.identity}/Account/Access`;
    const page = await first.browser.open(access);
    expect(page.html).toContain('Google account erna@gmail.com');
    await first.browser.submit(page, { action: 'end-link', provider: 'google' });
    expect((await first.browser.open(access)).html).not.toContain('Google account');
    const again = await signIn('erna');
    expect(titleOf(again.place)).toBe('Sign in');
    expect(isSignedIn(await usePassword(again.browser, again.place, userName))).toBe(true);
    await operate('POST', `/api/v1/Users/${id}/Disable`);
    await operate('POST', `/api/v1/Users/${id}/Enable`);
    expect(titleOf((await signIn('erna')).place)).toBe('Sign in');
  });

  it('is of the browser that began, and its answer is taken once', async () => {
    const userName = 'frida@demo.example';
    await createUser(userName, 'demo');
    const first = await signIn('frida');
    await usePassword(first.browser, first.place, userName);
    const { browser, answer } = await signIn('frida');
    const again = [openFormBrowser(platform), browser].map((each) => each.open(answer?.href ?? ''));
    for (const place of await Promise.all(again)) expect(titleOf(place)).toBe('Please start again');
  });

  it('that the provider did not sign in says so', async () => {
    const browser = openFormBrowser(platform);
    const next = await browser.submit(await browser.open(buildStart()), { action: 'google' });
    const link = new URL(
      /<a href="([^"]+\/auth\?[^"]+)"/.exec(next.html)?.[1]?.replaceAll('&amp;', '&') ?? '',
    );
    const callback = new URL(`${platform.urls.identity}/connect/account-providers/callback`);
    callback.searchParams.set('state', link.searchParams.get('state') ?? '');
    callback.searchParams.set('error', 'access_denied');
    expect(faultOf(await browser.open(callback.href))).toContain('Google did not sign you in');
  });
});
