// Proves that a code is needed besides the password at every door once a user has a second factor
// (docs/interface/identity.md#second-factor).
import { randomUUID } from 'node:crypto';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertGrant } from '../../../functions/identity/connect/grants/grants.ts';
import { generateCookieToken } from '../../../functions/identity/sessions/cookies.ts';
import { buildSession } from '../../../functions/identity/sessions/session.ts';
import { insertSession } from '../../../functions/identity/sessions/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { callWithToken, getTargets, requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';
import { openFormBrowser, type Place } from './form-browser.ts';
import { settleAttempts } from './settled-attempts.ts';
import { showCode } from './show-code.ts';

type Call = Awaited<ReturnType<typeof signInAdministrator>>;
let platform: TestPlatform;
/** As an administrator of the platform. */
let operate: Call;
let website: openid.Configuration;
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
  const secret = platform.demo.values.signInClientSecret ?? '';
  website = await openid.discovery(new URL(platform.urls.identity), 'demo-website', secret, undefined, {
    execute: [openid.allowInsecureRequests],
  });
});
afterAll(() => platform.stop());

const password = 'kites above the long field';
/** Kira, an administrator of the demo tenant alone. */
const adminId = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b1b';
const redirectUri = 'http://localhost:4000/auth-callback';

interface Person {
  readonly id: string;
  readonly userName: string;
}

async function createUser(name: string, tenants: readonly string[] = ['demo']): Promise<Person> {
  const userName = `${name}@demo.example`;
  const assignments = tenants.map((tenantCode) => ({ tenantCode, roles: ['member'] }));
  const created = await operate('POST', '/api/v1/Users', {
    userName,
    email: userName,
    password,
    assignments,
  });
  expect(created.status, created.text).toBe(201);
  return { id: created.body.id, userName };
}

/** The second step of the two-step sign-in. */
const enter = async ({ userName }: Person, code?: string, chosen = password) => {
  const user = { userName, password: chosen, ...(code !== undefined && { code }) };
  const { status, body } = await requestWorkspaceToken(platform, 'demo', user);
  return { status, code: body.code, token: String(body.accessToken) };
};

const account = (token: string, path: string, body?: unknown) =>
  platform.call(body ? 'POST' : 'GET', 'identity', `/api/v1/Account/SecondFactor${path}`, {
    tenant: 'demo',
    token,
    body,
  });

/** A user with a confirmed authenticator, whose recovery codes are all unused. */
async function enroll(name: string, tenants?: readonly string[]) {
  const person = await createUser(name, tenants);
  const { token } = await enter(person);
  const { body: factor } = await account(token, '/SetUp', { currentPassword: password });
  const used = showCode(factor.secret);
  const confirmed = await account(token, '/Confirm', { code: used });
  expect(confirmed.status, confirmed.text).toBe(200);
  const recoveryCodes: readonly string[] = factor.recoveryCodes;
  return { ...person, recoveryCodes, used, before: token, token: String(confirmed.body.accessToken) };
}

/** How often attempts of a user ended in each way, by step and outcome. */
async function listOutcomes({ id }: Person): Promise<Record<string, number>> {
  const { body } = await operate('GET', '/api/v1/SignIns?pageSize=100');
  const counts: Record<string, number> = {};
  const entries: readonly { subjectId?: string; step: string; outcome: string }[] = body.items;
  for (const { subjectId, step, outcome } of entries)
    if (subjectId === id) counts[`${step} ${outcome}`] = (counts[`${step} ${outcome}`] ?? 0) + 1;
  return counts;
}

async function mailsTo(to: string): Promise<{ readonly subject: string; readonly text: string }[]> {
  const store = platform.store('demo');
  const { items } = await store.query<{ to: string; subject: string; text: string }>(store.listing('OUTBOX'));
  return items.filter((mail) => mail.to === to);
}

async function begin(parameters: Record<string, string> = {}) {
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(website, {
    redirect_uri: redirectUri,
    scope: 'openid offline_access',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...{ state, ...parameters },
  });
  return { url: url.href, checks: { pkceCodeVerifier: verifier, expectedState: state } };
}

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';
const faultOf = ({ html }: Place): string => /role="alert"[^>]*>([^<]*)/.exec(html)?.[1] ?? '';
const passwordForm = ({ userName }: Person) => ({ action: 'sign-in', userName, password });

/** What a browser with this session gets from a request that shows no page. */
async function askSilently(cookies: ReadonlyMap<string, string>): Promise<URLSearchParams> {
  const browser = openFormBrowser(platform);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return new URL((await browser.open((await begin({ prompt: 'none' })).url)).url).searchParams;
}

describe('an authenticator', () => {
  it('changes nothing before it is confirmed; then the password alone opens nothing', async () => {
    const person = await createUser('anna');
    const { token } = await enter(person);
    const refused = await account(token, '/SetUp', { currentPassword: 'not the right one' });
    expect([refused.status, getTargets(refused)]).toEqual([400, ['currentPassword']]);
    const first = await account(token, '/SetUp', { currentPassword: password });
    const second = await account(token, '/SetUp', { currentPassword: password });
    expect(new URL(second.body.uri).searchParams.get('secret')).toBe(second.body.secret);
    expect((await enter(person)).status).toBe(200);
    const stale = await account(token, '/Confirm', { code: first.body.recoveryCodes[0] });
    expect([stale.status, getTargets(stale)]).toEqual([400, ['code']]);
    const code = showCode(second.body.secret);
    const confirmed = await account(token, '/Confirm', { code });
    expect(confirmed.status, confirmed.text).toBe(200);
    // Tokens from before began with the password alone.
    expect(await callWithToken(platform, token, 'demo')).toBe(401);
    expect(await callWithToken(platform, confirmed.body.accessToken, 'demo')).toBe(200);
    expect(await enter(person)).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' });
    expect(await enter(person, ' ')).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' });
    // The code that confirmed it is used.
    expect(await enter(person, code)).toMatchObject({ status: 401, code: 'SECOND_FACTOR_REQUIRED' });
    expect((await mailsTo(person.userName)).at(-1)?.subject).toBe('A second factor was added');
    const again = await account(confirmed.body.accessToken, '/SetUp', { currentPassword: password });
    expect(again.status).toBe(409);
    const shown = await account(confirmed.body.accessToken, '');
    expect(shown.body).toMatchObject({ isActive: true, recoveryCodesLeft: 10 });
  });

  it('is replaced by a recovery code, which works once, as people type it', async () => {
    const person = await enroll('berta');
    const [first = '', second = ''] = person.recoveryCodes;
    expect(await enter(person, first, 'not the right one')).toMatchObject({ code: 'SIGN_IN_FAILED' });
    expect((await enter(person, ` ${first.toLowerCase().replaceAll('-', '')} `)).status).toBe(200);
    expect((await enter(person, first)).status).toBe(401);
    const both = await Promise.all([enter(person, second), enter(person, second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await listOutcomes(person)).toMatchObject({ 'workspace-token wrong-code': expect.any(Number) });
  });

  it('is throttled like a password: after five wrong codes a right one waits', async () => {
    const person = await enroll('carl');
    for (let count = 0; count < 5; count += 1) expect((await enter(person, '000000')).status).toBe(401);
    settleAttempts();
    for (let count = 0; count < 2; count += 1)
      expect((await enter(person, person.recoveryCodes[0])).status).toBe(429);
    // The log has what was refused, once for all attempts of that window.
    expect(await listOutcomes(person)).toMatchObject({
      ...{ 'workspace-token wrong-code': 5, 'second-factor throttled': 1 },
    });
  });

  it('stays when the password is replaced by a link', async () => {
    const person = await enroll('doris');
    const { userName } = person;
    await platform.call('POST', 'identity', '/api/v1/Account/ForgotPassword', { body: { userName } });
    const token = /ResetPassword\/(\S+)/.exec((await mailsTo(userName)).at(-1)?.text ?? '')?.[1];
    const other = 'barley fields at noon';
    const reset = await platform.call('POST', 'identity', '/api/v1/Account/ResetPassword', {
      body: { token, password: other },
    });
    expect(reset.status, reset.text).toBe(200);
    expect(await enter(person, undefined, other)).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    expect((await enter(person, person.recoveryCodes[0], other)).status).toBe(200);
  });

  it('is changed and removed by its owner with password and code only', async () => {
    const { token, userName, id, recoveryCodes } = await enroll('emil');
    const [first, second] = recoveryCodes;
    for (const path of ['/RecoveryCodes', '/Remove'])
      for (const body of [
        { currentPassword: 'not the right one', code: first },
        { currentPassword: password, code: '000000' },
      ])
        expect((await account(token, path, body)).status, path).toBe(400);
    const renewed = await account(token, '/RecoveryCodes', { currentPassword: password, code: first });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const { body: audit } = await operate('GET', `/api/v1/Audit?recordId=${id}&pageSize=50`);
    expect(audit.items[0]).toMatchObject({
      ...{ operation: 'POST /api/v1/Account/SecondFactor/RecoveryCodes', actor: id },
      after: { areRecoveryCodesNew: true, recoveryCodesLeft: 10 },
    });
    expect((await enter({ id, userName }, second)).status).toBe(401);
    const [code] = renewed.body.recoveryCodes;
    const removed = await account(token, '/Remove', { currentPassword: password, code });
    expect(removed.status, removed.text).toBe(204);
    expect((await enter({ id, userName })).status).toBe(200);
    expect((await mailsTo(userName)).at(-1)?.subject).toBe('Your second factor was removed');
  });
});

describe('what comes by mail', () => {
  it('signs nobody in, and takes the place of no second factor (ASVS 2.2.2)', async () => {
    const person = await enroll('zoe');
    const { userName } = person;
    const browser = openFormBrowser(platform);
    const forgotten = await browser.open(`${platform.urls.identity}/Account/ForgotPassword`);
    await browser.submit(forgotten, { userName });
    const link = /http\S+ResetPassword\/\S+/.exec((await mailsTo(userName)).at(-1)?.text ?? '')?.[0] ?? '';
    const other = 'barley fields at noon';
    const reset = await browser.submit(await browser.open(link), { password: other });
    expect(titleOf(reset)).toBe('Your password is changed');
    expect(browser.cookies.has('rostrum-session')).toBe(false);
    const first = await browser.open((await begin()).url);
    expect(titleOf(first)).toBe('Sign in');
    const asked = await browser.submit(first, { action: 'sign-in', userName, password: other });
    expect(titleOf(asked)).toBe('Enter your code');
    // Nothing else than a code of the authenticator, or a recovery code, is offered: nothing by mail or telephone.
    const actions = [...asked.html.matchAll(/name="action" value="([^"]*)"/g)].map(([, action]) => action);
    expect(actions.sort()).toEqual(['cancel', 'switch', 'verify']);
  });
});

describe('the sign-in page', () => {
  it('asks for the code after the password, and begins no session before it is right', async () => {
    const person = await enroll('frida');
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin();
    const asked = await browser.submit(await browser.open(url), passwordForm(person));
    expect(titleOf(asked)).toBe('Enter your code');
    for (const form of [{ code: '000000' }, { code: person.used }]) {
      const wrong = await browser.submit(asked, { action: 'verify', ...form });
      expect(faultOf(wrong)).toMatch(/wrong, or was used already/);
      expect(wrong.html).not.toContain(`value="${form.code}"`);
    }
    // Neither the form of another step nor another request of the browser gets around it.
    const others: Record<string, string>[] = [
      { action: 'allow' },
      { action: 'federate' },
      { tenantCode: 'demo' },
      passwordForm(person),
    ];
    for (const form of others) expect(titleOf(await browser.submit(asked, form))).toBe('Enter your code');
    expect(browser.cookies.has('rostrum-session')).toBe(false);
    expect((await askSilently(browser.cookies)).get('error')).toBe('login_required');
    const back = await browser.submit(asked, { action: 'verify', code: person.recoveryCodes[0] ?? '' });
    const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
    expect(tokens.claims()).toMatchObject({
      ...{ sub: person.id, amr: ['pwd', 'otp', 'mfa'], acr: 'urn:rostrum:acr:two-factors' },
    });
    expect((await askSilently(browser.cookies)).get('code')).toEqual(expect.any(String));
  });

  it('leads back from the code to the password, and to the application', async () => {
    const person = await enroll('gina');
    const browser = openFormBrowser(platform);
    const asked = await browser.submit(await browser.open((await begin()).url), passwordForm(person));
    const first = await browser.submit(asked, { action: 'switch' });
    expect(titleOf(first)).toBe('Sign in');
    const late = await browser.submit(asked, { action: 'verify', code: person.recoveryCodes[0] ?? '' });
    expect(titleOf(late)).toBe('Sign in');
    const again = await browser.submit(first, passwordForm(person));
    const { searchParams } = new URL((await browser.submit(again, { action: 'cancel' })).url);
    expect(searchParams.get('error')).toBe('access_denied');
    expect(browser.cookies.has('rostrum-session')).toBe(false);
  });

  it('asks for the password again where it was changed before the code came', async () => {
    const person = await enroll('heidi');
    const browser = openFormBrowser(platform);
    const asked = await browser.submit(await browser.open((await begin()).url), passwordForm(person));
    const other = 'barley fields at noon';
    const changed = await operate('PUT', `/api/v1/Users/${person.id}/Password`, { password: other });
    expect(changed.status, changed.text).toBe(200);
    const code = person.recoveryCodes[0] ?? '';
    expect(titleOf(await browser.submit(asked, { action: 'verify', code }))).toBe('Sign in');
    expect((await enter(person, code, other)).status).toBe(200);
  });
});

describe('what began with the password alone', () => {
  it('ends when an authenticator is confirmed: session, code and refresh token', async () => {
    const person = await createUser('irma');
    const browser = openFormBrowser(platform);
    const { url, checks } = await begin();
    const back = await browser.submit(await browser.open(url), passwordForm(person));
    const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
    const open = await begin();
    const code = new URL((await browser.open(open.url)).url);
    expect(code.searchParams.get('code')).toEqual(expect.any(String));
    const { token } = await enter(person);
    const { body } = await account(token, '/SetUp', { currentPassword: password });
    expect((await account(token, '/Confirm', { code: body.recoveryCodes[0] })).status).toBe(200);
    expect((await askSilently(browser.cookies)).get('error')).toBe('login_required');
    const refresh = tokens.refresh_token ?? '';
    await expect(openid.refreshTokenGrant(website, refresh)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(openid.authorizationCodeGrant(website, code, open.checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it.each([
    ['the password alone is worth nothing', ['pwd'], false],
    ['two factors goes on', ['pwd', 'otp', 'mfa'], true],
    ["a tenant's provider goes on: its own factors count", ['fed'], true, { providerTenant: 'demo' }],
    ['the provider of a tenant that nothing names is worth nothing', ['fed'], false, {}],
    ["another tenant's provider is worth nothing here", ['fed'], false, { providerTenant: 'harbor' }],
  ])('whenever it began: %s', async (name, amr, isWorth, from = {}) => {
    const { id: userId } = await enroll(`jana.${randomUUID().slice(0, 8)}`);
    const now = new Date();
    // Later than what the confirmation has ended.
    const authTime = Math.floor(now.getTime() / 1000) + 60;
    const details = {
      ...from,
      userId,
      authTime,
      amr,
      address: '192.0.2.1',
      userAgent: name,
      isRemembered: false,
    };
    const cookie = generateCookieToken();
    const session = buildSession({ ...details, id: randomUUID() }, now);
    const authorization = {
      ...from,
      userId,
      authTime,
      amr,
      sessionId: session.id,
      scopes: ['openid', 'offline_access'],
    };
    const place = { clientId: 'demo-website', tenantCode: 'demo' };
    const store = openPlatformStore();
    const grant = insertGrant(store, randomUUID(), { ...authorization, ...place }, now);
    await commit([insertSession(store, session, cookie), grant.change]);
    const found = await askSilently(new Map([['rostrum-session', cookie]]));
    expect(found.has('code')).toBe(isWorth);
    const renewal = openid.refreshTokenGrant(website, grant.refreshToken);
    const isRenewed = await renewal.then(
      () => true,
      () => false,
    );
    expect(isRenewed).toBe(isWorth);
  });
});

describe('a lost authenticator', () => {
  const remove = (call: Call, { id }: Person, list = 'TenantUsers') =>
    call('DELETE', `/api/v1/${list}/${id}/SecondFactor`);

  it("is removed by the tenant's administrators, recorded, and the user is notified", async () => {
    const kira = await requestWorkspaceToken(platform, 'demo', { userName: 'kira@demo.example', password });
    const administer: Call = (method, path, body) =>
      platform.call(method, 'identity', path, { tenant: 'demo', token: kira.body.accessToken, body });
    const person = await enroll('konrad');
    const removed = await remove(administer, person);
    expect(removed.status, removed.text).toBe(204);
    expect(await callWithToken(platform, person.token, 'demo')).toBe(401);
    expect((await enter(person)).status).toBe(200);
    expect((await enter(person, person.recoveryCodes[0])).status).toBe(200);
    expect((await remove(administer, person)).status).toBe(409);
    expect((await mailsTo(person.userName)).at(-1)?.text).toContain('An administrator removed');
    const { body } = await administer('GET', `/api/v1/Audit?recordId=${person.id}&pageSize=50`);
    const entry = body.items.find(
      ({ operation }: { operation: string }) => operation === 'DELETE /api/v1/TenantUsers/{id}/SecondFactor',
    );
    expect(entry?.before.secondFactorSince).toEqual(expect.any(String));
    expect(entry?.after.secondFactorSince).toBeUndefined();
    expect((await remove(administer, { id: adminId, userName: '' })).status).toBe(409);
  });

  it('of a user of several tenants is removed by administrators of the platform only', async () => {
    const person = await enroll('lisa', ['demo', 'harbor']);
    const kira = await requestWorkspaceToken(platform, 'demo', { userName: 'kira@demo.example', password });
    const administer: Call = (method, path) =>
      platform.call(method, 'identity', path, { tenant: 'demo', token: kira.body.accessToken });
    expect((await remove(administer, person)).status).toBe(403);
    expect(await enter(person)).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' });
    const removed = await remove(operate, person, 'Users');
    expect(removed.status, removed.text).toBe(200);
    expect((await enter(person)).status).toBe(200);
  });
});
