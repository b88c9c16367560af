// The grant of devices and commands (RFC 8628), by the sections of the RFC: openid-client is the device, over real HTTP, and a
// person answers in a browser of their own. The clock is moved; nothing waits.
import * as openid from 'openid-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceCodeGrant } from '../../../shared/auth/clients/clients.ts';
import { scanTable } from '../../crm/erasure/person-everywhere.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type FormBrowser, openFormBrowser, type Place } from '../sign-in/form-browser.ts';
import { callWithToken, demoUser, signInAdministrator } from '../tenants/demo.ts';

let platform: TestPlatform;
let administer: Awaited<ReturnType<typeof signInAdministrator>>;
/** The association's own commands, for every tenant of a person. */
let commands: openid.Configuration;
/** A kiosk of others, for the demo tenant, with a secret. */
let kiosk: openid.Configuration;

const discover = (id: string, secret?: string) =>
  openid.discovery(new URL(platform.urls.identity), id, secret, secret ? undefined : openid.None(), {
    execute: [openid.allowInsecureRequests],
  });

async function issue(signIn: Record<string, unknown>, scopes: readonly string[] = ['AccreditationAPI']) {
  const { status, text, body } = await administer('POST', '/api/v1/Clients', {
    ...{ name: 'Lobby kiosk', tenantCode: 'demo', scopes },
    signIn: { grantTypes: [deviceCodeGrant, 'refresh_token'], ...signIn },
  });
  expect(status, text).toBe(201);
  return discover(body.client_id, body.client_secret);
}

beforeAll(async () => {
  platform = await startPlatform();
  administer = await signInAdministrator(platform);
  commands = await discover('rostrum-commands');
  kiosk = await issue({});
});
afterAll(() => platform.stop());
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1000) * 1000 }));
afterEach(() => void vi.useRealTimers());

const advance = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const request = (device: openid.Configuration, scope = 'openid AccreditationAPI') =>
  openid.initiateDeviceAuthorization(device, { scope });

const idOf = (device: openid.Configuration) => device.clientMetadata().client_id;

/** One request for the tokens, as the device sends it: the error, or the tokens. */
async function poll(device: openid.Configuration, { device_code }: { readonly device_code: string }) {
  const { client_secret: secret } = device.clientMetadata();
  const { status, body } = await platform.call('POST', 'identity', '/connect/token', {
    body: new URLSearchParams({
      ...{ grant_type: deviceCodeGrant, client_id: idOf(device), device_code },
      ...(typeof secret === 'string' && { client_secret: secret }),
    }),
  });
  return { status, body, outcome: body.error ?? 'tokens' };
}

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';
const faultOf = ({ html }: Place): string => /role="alert"[^>]*>([^<]*)/.exec(html)?.[1] ?? '';

const page = () => `${platform.urls.identity}/device`;

async function enter(browser: FormBrowser, userCode: string): Promise<Place> {
  return browser.submit(await browser.open(page()), { userCode });
}

/** A person signs in on the way to the page that asks. */
async function comeToQuestion(userCode: string, name = 'ben', browser = openFormBrowser(platform)) {
  const first = await enter(browser, userCode);
  const place =
    titleOf(first) === 'Sign in'
      ? await browser.submit(first, { action: 'sign-in', ...demoUser(platform, name) })
      : first;
  return { browser, place };
}

/** A person allows it. */
async function allow(userCode: string, name = 'ben', browser = openFormBrowser(platform)) {
  const asked = await comeToQuestion(userCode, name, browser);
  expect(titleOf(asked.place)).toMatch(/^Allow /);
  const done = await browser.submit(asked.place, { action: 'allow' });
  expect(titleOf(done)).toBe('The device is signed in');
  return browser;
}

const decode = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

/** A browser with a session of a person. */
async function signedIn(name = 'ben'): Promise<FormBrowser> {
  const browser = openFormBrowser(platform);
  const first = await browser.open(`${platform.urls.identity}/Account/Access`);
  await browser.submit(first, { action: 'sign-in', ...demoUser(platform, name) });
  return browser;
}

async function signOut(browser: FormBrowser): Promise<void> {
  const end = `${platform.urls.identity}/connect/endsession`;
  const done = await browser.submit(await browser.open(end), { action: 'confirm' });
  expect(titleOf(done)).toBe('You are signed out');
}

describe('3.1, 3.2: the request of a device', () => {
  it('gets two codes, the addresses of the page, how long they work, and how often it may ask', async () => {
    const codes = await request(commands);
    expect(codes).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: page(),
      verification_uri_complete: `${page()}?user_code=${codes.user_code}`,
      ...{ expires_in: 900, interval: 5 },
    });
  });

  it('is answered to a client that authenticates as at the token endpoint, and has the grant', async () => {
    expect((await request(kiosk)).user_code).toBeDefined();
    const send = (body: Record<string, string>) =>
      platform.call('POST', 'identity', '/connect/deviceauthorization', { body: new URLSearchParams(body) });
    const wrong = await send({ client_id: idOf(kiosk), client_secret: 'wrong' });
    expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_client']);
    const without = await send({ client_id: idOf(kiosk) });
    expect([without.status, without.body.error]).toEqual([401, 'invalid_client']);
    const other = await send({ client_id: 'demo-app' });
    expect([other.status, other.body.error]).toEqual([400, 'unauthorized_client']);
    const scope = await send({ client_id: idOf(commands), scope: 'openid crm.people.read' });
    expect([scope.status, scope.body.error]).toEqual([400, 'invalid_scope']);
    const twice = await platform.call('POST', 'identity', '/connect/deviceauthorization', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `client_id=${idOf(commands)}&scope=openid&scope=email`,
    });
    expect([twice.status, twice.body.error]).toEqual([400, 'invalid_request']);
  });

  it('asks for offline_access only where the client has refresh tokens', async () => {
    const device = await issue({ grantTypes: [deviceCodeGrant], clientType: 'public' });
    await expect(request(device, 'openid offline_access')).rejects.toMatchObject({ error: 'invalid_scope' });
  });

  it('stores hashes alone', async () => {
    const codes = await request(commands);
    const letters = codes.user_code.replace('-', '');
    const texts = (await scanTable()).map((item) => JSON.stringify(item));
    expect(texts.some((text) => text.includes('"device-code"'))).toBe(true);
    expect(texts.filter((text) => text.includes(codes.device_code) || text.includes(letters))).toEqual([]);
  });
});

describe('3.3: the page', () => {
  it('takes the code in any case, with or without its dash, and asks on whose behalf and for what', async () => {
    const codes = await request(kiosk);
    const { place } = await comeToQuestion(` ${codes.user_code.toLowerCase().replace('-', ' ')} `);
    expect(titleOf(place)).toBe('Allow Lobby kiosk?');
    expect(place.html).toContain(codes.user_code);
    expect(place.html).toContain('See and change your training in your name');
    expect(place.html).toContain('Cascadia Association of Counties');
    expect((await poll(kiosk, codes)).outcome).toBe('authorization_pending');
  });

  it('shows a code that came with its address for comparison, and does nothing by itself (3.3.1, 5.4)', async () => {
    const codes = await request(kiosk);
    const browser = await signedIn();
    const place = await browser.open(codes.verification_uri_complete ?? '');
    expect(place.html).toContain(`value="${codes.user_code}"`);
    expect(place.html).toContain('Compare this code');
    const asked = await browser.submit(place, { userCode: codes.user_code });
    expect(titleOf(asked)).toBe('Allow Lobby kiosk?');
    expect(titleOf(await browser.open(asked.url))).toBe('Allow Lobby kiosk?');
    expect((await poll(kiosk, codes)).outcome).toBe('authorization_pending');
    expect((await browser.open(`${page()}?user_code=%3Cscript%3E`)).html).not.toContain('script');
  });

  it('asks also where the application is of the association, and each time', async () => {
    const browser = await allow((await request(commands)).user_code);
    const again = await comeToQuestion((await request(commands)).user_code, 'ben', browser);
    expect(titleOf(again.place)).toBe('Allow Rostrum commands?');
  });

  it('leads through the second factor, and the choice of a workspace', async () => {
    const { accountPassword: password = '', recoveryCode = '' } = platform.demo.values;
    const codes = await request(commands);
    const browser = openFormBrowser(platform);
    const first = await enter(browser, codes.user_code);
    const second = await browser.submit(first, {
      action: 'sign-in',
      userName: 'mona@demo.example',
      password,
    });
    expect(titleOf(second)).toBe('Enter your code');
    const asked = await browser.submit(second, { action: 'verify', code: recoveryCode });
    expect(titleOf(asked)).toBe('Allow Rostrum commands?');
    await browser.submit(asked, { action: 'allow' });
    const { body } = await poll(commands, codes);
    expect(decode(body.id_token)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], tenant: 'demo' });

    const several = await request(commands);
    const choice = await comeToQuestion(several.user_code, 'ada');
    expect(titleOf(choice.place)).toBe('Choose a workspace');
    const question = await choice.browser.submit(choice.place, { tenantCode: 'harbor' });
    expect(titleOf(question)).toBe('Allow Rostrum commands?');
    await choice.browser.submit(question, { action: 'allow' });
    expect(decode((await poll(commands, several)).body.id_token)).toMatchObject({ tenant: 'harbor' });
  });

  it('opens no tenant but that of the client, and none that the person has not', async () => {
    const codes = await request(kiosk);
    const { browser, place } = await comeToQuestion(codes.user_code, 'cleo');
    expect(titleOf(place)).toBe('You have no access here');
    await browser.submit(place, { action: 'allow', tenantCode: 'harbor' });
    expect((await poll(kiosk, codes)).outcome).toBe('authorization_pending');
  });
});

describe('3.4: the tokens', () => {
  it('are those that a code gives: openid-client polls for them, and renews and revokes them', async () => {
    const device = await discover('rostrum-commands');
    const codes = await request(device, 'openid profile offline_access AccreditationAPI');
    let requests = 0;
    device[openid.customFetch] = async (url, options) => {
      if (url.endsWith('/connect/token') && ++requests === 2) {
        await allow(codes.user_code);
        advance(5000);
      }
      return fetch(url, options as RequestInit);
    };
    // It waits no real time between its requests: the clock is moved in the place of that.
    const tokens = await openid.pollDeviceAuthorizationGrant(device, { ...codes, interval: 0 });
    expect(requests).toBe(2);
    expect(tokens.claims()).toMatchObject({
      ...{ iss: platform.urls.identity, aud: 'rostrum-commands', tenant: 'demo', amr: ['pwd'] },
      sid: expect.any(String),
    });
    expect(tokens.scope).toBe('openid profile offline_access AccreditationAPI');
    expect(await openid.fetchUserInfo(device, tokens.access_token, tokens.claims()?.sub ?? '')).toMatchObject(
      {
        tenant: 'demo',
      },
    );
    expect(await callWithToken(platform, tokens.access_token, 'demo')).toBe(200);
    expect(await callWithToken(platform, tokens.access_token, 'harbor')).toBe(403);
    const renewed = await openid.refreshTokenGrant(device, tokens.refresh_token ?? '');
    await openid.tokenRevocation(device, renewed.refresh_token ?? '');
    expect(await callWithToken(platform, renewed.access_token, 'demo')).toBe(401);
  });

  it('come without an ID token and a refresh token where the scopes do not ask for them', async () => {
    const codes = await request(kiosk, 'AccreditationAPI');
    await allow(codes.user_code);
    const { body } = await poll(kiosk, codes);
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
  });

  it('come once: of two requests at once one gets them, and what it gave stays', async () => {
    const codes = await request(kiosk, 'openid offline_access AccreditationAPI');
    await allow(codes.user_code);
    const results = await Promise.all([poll(kiosk, codes), poll(kiosk, codes)]);
    expect(results.map(({ outcome }) => outcome).sort()).toEqual(['invalid_grant', 'tokens']);
    advance(5000);
    expect((await poll(kiosk, codes)).outcome).toBe('invalid_grant');
    const given = results.find(({ outcome }) => outcome === 'tokens')?.body;
    expect(await callWithToken(platform, given.access_token, 'demo')).toBe(200);
    expect((await openid.refreshTokenGrant(kiosk, given.refresh_token)).access_token).toBeDefined();
  });

  it('come to the client alone that asked, which authenticates', async () => {
    const codes = await request(kiosk);
    await allow(codes.user_code);
    expect((await poll(commands, codes)).outcome).toBe('invalid_grant');
    expect((await poll(await discover(idOf(kiosk)), codes)).outcome).toBe('invalid_client');
    expect((await poll(kiosk, { device_code: 'x'.repeat(43) })).outcome).toBe('invalid_grant');
    expect((await poll(kiosk, codes)).outcome).toBe('tokens');
    const other = await discover('demo-app');
    expect((await poll(other, codes)).outcome).toBe('unauthorized_client');
  });

  it('are bound to the key of a proof, and so is the refresh token of a public client (RFC 9449)', async () => {
    const codes = await request(commands, 'openid offline_access');
    await allow(codes.user_code);
    const DPoP = openid.getDPoPHandle(commands, await openid.randomDPoPKeyPair());
    const tokens = await openid.pollDeviceAuthorizationGrant(commands, { ...codes, interval: 0 }, undefined, {
      DPoP,
    });
    expect(tokens.token_type).toBe('dpop');
    await expect(openid.refreshTokenGrant(commands, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const renewed = await openid.refreshTokenGrant(commands, tokens.refresh_token ?? '', undefined, { DPoP });
    expect(renewed.token_type).toBe('dpop');
  });
});

describe('3.5: until the person has answered', () => {
  it('a device may ask every 5 seconds, and 5 more after each request that came earlier', async () => {
    const codes = await request(kiosk);
    const pollIn = async (milliseconds: number) => {
      advance(milliseconds);
      return (await poll(kiosk, codes)).outcome;
    };
    expect(await pollIn(0)).toBe('authorization_pending');
    expect(await pollIn(5000)).toBe('authorization_pending');
    expect(await pollIn(4999)).toBe('slow_down');
    expect(await pollIn(9999)).toBe('slow_down');
    await allow(codes.user_code);
    expect(await pollIn(14_999)).toBe('slow_down');
    expect(await pollIn(20_000)).toBe('tokens');
  });

  it('the codes work for 900 seconds', async () => {
    const codes = await request(kiosk);
    const late = await request(kiosk);
    advance(899_000);
    expect((await poll(kiosk, codes)).outcome).toBe('authorization_pending');
    await allow(codes.user_code);
    const asked = await comeToQuestion(late.user_code);
    expect(titleOf(asked.place)).toBe('Allow Lobby kiosk?');
    advance(1000);
    expect((await poll(kiosk, codes)).outcome).toBe('expired_token');
    expect(titleOf(await asked.browser.submit(asked.place, { action: 'allow' }))).toBe(
      'This code works no longer',
    );
    expect((await poll(kiosk, late)).outcome).toBe('expired_token');
    expect(faultOf(await enter(openFormBrowser(platform), late.user_code))).toContain('has expired');
  });

  it('a denied one stays denied, and its code is not known any more', async () => {
    const codes = await request(kiosk);
    const other = await comeToQuestion(codes.user_code);
    const { browser, place } = await comeToQuestion(codes.user_code);
    expect(titleOf(await browser.submit(place, { action: 'cancel' }))).toBe('Nothing was allowed');
    for (const seconds of [0, 5, 900]) {
      advance(seconds * 1000);
      expect((await poll(kiosk, codes)).outcome).toBe('access_denied');
    }
    expect(titleOf(await other.browser.submit(other.place, { action: 'allow' }))).toBe(
      'This code works no longer',
    );
    expect((await poll(kiosk, codes)).outcome).toBe('access_denied');
    expect(faultOf(await enter(browser, codes.user_code))).toContain('This code is wrong');
  });

  it('is answered once: the person who answers second learns that', async () => {
    const codes = await request(kiosk);
    const [first, second] = [
      await comeToQuestion(codes.user_code),
      await comeToQuestion(codes.user_code, 'dora'),
    ];
    const answers = await Promise.all(
      [first, second].map(async ({ browser, place }) =>
        titleOf(await browser.submit(place, { action: 'allow' })),
      ),
    );
    expect(answers.sort()).toEqual(['The device is signed in', 'This code works no longer']);
    expect((await poll(kiosk, codes)).outcome).toBe('tokens');
  });
});

describe('5.4: requests for codes', () => {
  it('are limited to fifty of a network where the client has no secret, and not where it has one', async () => {
    advance(86_400_000);
    for (let count = 0; count < 50; count += 1) await request(commands, 'openid');
    await expect(request(commands, 'openid')).rejects.toMatchObject({ status: 429 });
    await request(kiosk);
    advance(901_000);
    await request(commands, 'openid');
  });
});

describe('5.1: guessed codes', () => {
  const wrong = (count: number) =>
    `WDJB-MJ${'BCDFGHJKLMNPQRSTVWXZ'[Math.floor(count / 20)]}${'BCDFGHJKLMNPQRSTVWXZ'[count % 20]}`;

  it('are limited to five in a browser, and right ones do not count', async () => {
    const browser = openFormBrowser(platform);
    for (let count = 0; count < 7; count += 1)
      expect(titleOf(await enter(browser, (await request(kiosk)).user_code))).toBe('Sign in');
    for (let count = 0; count < 5; count += 1)
      expect(faultOf(await enter(browser, wrong(count)))).toContain('This code is wrong');
    const codes = await request(kiosk);
    expect(faultOf(await enter(browser, codes.user_code))).toContain('Too many wrong codes');
    expect(titleOf(await enter(openFormBrowser(platform), codes.user_code))).toBe('Sign in');
    // A quarter of an hour later they may go on.
    advance(901_000);
    expect(titleOf(await enter(browser, (await request(kiosk)).user_code))).toBe('Sign in');
  });

  it('are not forgotten by right ones of an own device in between', async () => {
    advance(86_400_000);
    const browser = openFormBrowser(platform);
    for (let count = 0; count < 5; count += 1) {
      expect(faultOf(await enter(browser, wrong(count)))).toContain('This code is wrong');
      if (count < 4) expect(titleOf(await enter(browser, (await request(kiosk)).user_code))).toBe('Sign in');
    }
    expect(faultOf(await enter(browser, wrong(5)))).toContain('Too many wrong codes');
  });

  it('are limited to five of a person in all their tabs', async () => {
    const browser = await signedIn('dora');
    for (let count = 0; count < 5; count += 1) {
      browser.cookies.delete('rostrum-browser');
      expect(faultOf(await enter(browser, wrong(count)))).toContain('This code is wrong');
    }
    browser.cookies.delete('rostrum-browser');
    expect(faultOf(await enter(browser, wrong(5)))).toContain('Too many wrong codes');
  });

  it('are limited to fifty from a network, whatever browser they come from and however often it succeeds', async () => {
    advance(86_400_000 * 2);
    const codes = await request(kiosk);
    const learned = openFormBrowser(platform);
    expect(titleOf(await enter(learned, codes.user_code))).toBe('Sign in');
    for (let count = 0; count < 49; count += 1)
      expect(faultOf(await enter(openFormBrowser(platform), wrong(count)))).toContain('This code is wrong');
    expect(faultOf(await enter(learned, wrong(49)))).toContain('This code is wrong');
    expect(faultOf(await enter(learned, codes.user_code))).toContain('Too many wrong codes');
    advance(901_000);
    expect(titleOf(await enter(learned, (await request(kiosk)).user_code))).toBe('Sign in');
  });
});

describe('what a person has allowed a device', () => {
  const take = (browser: FormBrowser, clientId: string, tenantCode = 'demo') =>
    browser
      .open(`${platform.urls.identity}/Account/Access`)
      .then((place) => browser.submit(place, { action: 'end-application', clientId, tenantCode }));

  it('is among the applications of the account, and ends there, also before the device has its tokens', async () => {
    const codes = await request(kiosk, 'openid offline_access AccreditationAPI');
    const browser = await allow(codes.user_code);
    const { body } = await poll(kiosk, codes);
    const access = await browser.open(`${platform.urls.identity}/Account/Access`);
    expect(access.html).toContain('Lobby kiosk');
    expect(access.html).toContain('while you are away');
    await take(browser, idOf(kiosk));
    expect(await callWithToken(platform, body.access_token, 'demo')).toBe(401);
    await expect(openid.refreshTokenGrant(kiosk, body.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const second = await request(kiosk, 'openid offline_access');
    await allow(second.user_code, 'ben', browser);
    await take(browser, idOf(kiosk));
    expect((await poll(kiosk, second)).outcome).toBe('invalid_grant');
  });

  it('ends with the session without offline_access, however late the device asks', async () => {
    const codes = await request(kiosk);
    const browser = await allow(codes.user_code);
    const other = await request(kiosk);
    await allow(other.user_code, 'ben', browser);
    const { body } = await poll(kiosk, codes);
    await signOut(browser);
    expect(await callWithToken(platform, body.access_token, 'demo')).toBe(401);
    advance(890_000);
    expect((await poll(kiosk, other)).outcome).toBe('invalid_grant');
  });

  it('stays with offline_access after signing out, and ends with the revocation of the tokens of the person', async () => {
    const codes = await request(kiosk, 'openid offline_access');
    const browser = await allow(codes.user_code, 'dora');
    const { body } = await poll(kiosk, codes);
    await signOut(browser);
    const renewed = await openid.refreshTokenGrant(kiosk, body.refresh_token);
    const pending = await request(kiosk);
    await allow(pending.user_code, 'dora');
    const user = decode(body.id_token).sub;
    advance(1000);
    const revoked = await administer('POST', `/api/v1/Users/${user}/RevokeTokens`, { tenantCode: 'demo' });
    expect(revoked.status, revoked.text).toBe(200);
    await expect(openid.refreshTokenGrant(kiosk, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await poll(kiosk, pending)).outcome).toBe('invalid_grant');
  });

  it('ends with the client', async () => {
    const device = await issue({});
    const [codes, open] = [await request(device), await request(device)];
    await allow(codes.user_code);
    expect((await administer('POST', `/api/v1/Clients/${idOf(device)}/Revoke`)).status).toBe(200);
    expect((await poll(device, codes)).outcome).toBe('invalid_client');
    expect(faultOf(await enter(openFormBrowser(platform), open.user_code))).toContain('This code is wrong');
  });
});

describe('the metadata (RFC 8414; RFC 8628 4)', () => {
  it('names the endpoint and the grant', () => {
    expect(commands.serverMetadata()).toMatchObject({
      device_authorization_endpoint: `${platform.urls.identity}/connect/deviceauthorization`,
      grant_types_supported: expect.arrayContaining([deviceCodeGrant]),
    });
  });
});

describe('a client', () => {
  it('with this grant needs no address to return to, and has refresh tokens with it', async () => {
    const issueWith = (signIn: Record<string, unknown>) =>
      administer('POST', '/api/v1/Clients', { ...{ name: 'Kiosk', tenantCode: 'demo', scopes: [] }, signIn });
    expect((await issueWith({ grantTypes: [deviceCodeGrant, 'refresh_token'] })).status).toBe(201);
    expect((await issueWith({ grantTypes: ['refresh_token'] })).status).toBe(400);
  });
});
