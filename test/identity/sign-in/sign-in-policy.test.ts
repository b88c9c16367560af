// A tenant says who needs a second factor to enter it (docs/interface/identity.md#sign-in-policy): whoever has none sets
// one up on the way, and gets in nowhere before.
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { callWithToken, getTargets, requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';
import { ageSessions } from './age-sessions.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { openFormBrowser, type Place } from './form-browser.ts';
import { showCode } from './show-code.ts';

type Call = Awaited<ReturnType<typeof signInAdministrator>>;
let platform: TestPlatform;
let operate: Call;
let website: openid.Configuration;
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
  const issued = await operate('POST', '/api/v1/Clients', {
    ...{ name: 'Member website', tenantCode: 'demo', scopes: ['AccreditationAPI'] },
    signIn: {
      redirectUris: [redirectUri],
      grantTypes: ['authorization_code', 'refresh_token'],
      ...{ isFirstParty: true, workspaces: 'any' },
    },
  });
  expect(issued.status, issued.text).toBe(201);
  const { client_id: id, client_secret: secret } = issued.body;
  website = await openid.discovery(new URL(platform.urls.identity), id, secret, undefined, {
    execute: [openid.allowInsecureRequests],
  });
});
afterAll(() => platform.stop());

const password = 'kites above the long field';
const redirectUri = 'http://localhost:4000/auth-callback';

interface Person {
  readonly id: string;
  readonly userName: string;
}

async function createUser(name: string, assignments: readonly object[]): Promise<Person> {
  const userName = `${name}@demo.example`;
  const created = await operate('POST', '/api/v1/Users', {
    ...{ userName, email: userName, password, assignments },
  });
  expect(created.status, created.text).toBe(201);
  return { id: created.body.id, userName };
}

/** A tenant of its own with a staff member and a member. */
async function createTenant(code: string) {
  const made = await operate('POST', '/api/v1/Tenants', { code, name: `Association ${code}` });
  expect(made.status, made.text).toBe(201);
  const assign = (...roles: string[]) => [{ tenantCode: code, roles }];
  return {
    admin: await createUser(`admin.${code}`, assign('admin')),
    member: await createUser(`member.${code}`, assign('member')),
  };
}

const enter = (tenantCode: string, { userName }: Person, code?: string) =>
  requestWorkspaceToken(platform, tenantCode, { userName, password, ...(code !== undefined && { code }) });

async function administer(tenantCode: string, person: Person): Promise<Call> {
  const { body } = await enter(tenantCode, person);
  return (method, path, sent, headers = {}) =>
    platform.call(method, 'identity', path, {
      ...{ tenant: tenantCode, token: body.accessToken, body: sent, headers },
    });
}

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';
const faultOf = ({ html }: Place): string => /role="alert"[^>]*>([^<]*)/.exec(html)?.[1] ?? '';
const secretOf = ({ html }: Place): string =>
  (/<code>((?:[A-Z2-7]{4} ?)+)<\/code>/.exec(html)?.[1] ?? '').replaceAll(' ', '');
const codesOf = ({ html }: Place): string[] =>
  [...html.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code);
const passwordForm = ({ userName }: Person) => ({ action: 'sign-in', userName, password });
const begin = (parameters: Record<string, string> = {}) =>
  beginSignIn(website, redirectUri, { scope: 'openid offline_access', ...parameters });

describe('the policy of a tenant', () => {
  it('is set by its own administrators, names roles that there are, and every change is audited', async () => {
    const { admin, member } = await createTenant('alder');
    const manage = await administer('alder', admin);
    const read = await manage('GET', '/api/v1/SignInPolicy');
    expect(read.body).toEqual({
      ...{ secondFactor: 'optional', secondFactorRoles: [], stepUp: [], accessMaxAge: 0 },
    });
    const policy = { secondFactor: 'roles', secondFactorRoles: ['staff'] };
    for (const [wrong, target] of [
      [{ secondFactor: 'roles' }, 'secondFactorRoles'],
      [{ secondFactor: 'roles', secondFactorRoles: ['Nobody'] }, 'secondFactorRoles[0]'],
    ] as const) {
      const refused = await manage('PUT', '/api/v1/SignInPolicy', wrong);
      expect([refused.status, getTargets(refused)]).toEqual([400, [target]]);
    }
    const set = await manage('PUT', '/api/v1/SignInPolicy', policy, {
      'If-Match': String(read.headers.get('etag')),
    });
    expect(set.status, set.text).toBe(200);
    const stale = await manage('PUT', '/api/v1/SignInPolicy', policy, {
      'If-Match': String(read.headers.get('etag')),
    });
    expect(stale.status).toBe(412);
    const other = await administer('alder', member);
    expect((await other('PUT', '/api/v1/SignInPolicy', policy)).status).toBe(403);
    // The platform may set it too.
    const byPlatform = await operate('PUT', '/api/v1/Tenants/alder', {
      signInPolicy: { secondFactor: 'everyone' },
    });
    expect(byPlatform.body.signInPolicy.secondFactor, byPlatform.text).toBe('everyone');
    const { body } = await manage('GET', '/api/v1/Audit?pageSize=50');
    const changes = body.items.filter(({ type }: { type: string }) => type === 'SignInPolicy');
    expect(
      changes.map(({ before, after }: Record<string, { secondFactor: string }>) => [
        before?.secondFactor,
        after?.secondFactor,
      ]),
    ).toEqual([
      ['roles', 'everyone'],
      ['optional', 'roles'],
    ]);
  });

  it('refuses the two-step sign-in of a holder of a role that must have a factor, and says what to do', async () => {
    const { admin, member } = await createTenant('birch');
    const manage = await administer('birch', admin);
    await manage('PUT', '/api/v1/SignInPolicy', { secondFactor: 'roles', secondFactorRoles: ['admin'] });
    expect((await enter('birch', member)).status).toBe(200);
    const refused = await enter('birch', admin);
    expect(refused).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_SETUP_REQUIRED' } });
    expect(refused.body.error_description).toContain(`${platform.urls.identity}/Account/SecondFactor`);
    // A wrong password learns nothing of it.
    const wrong = await requestWorkspaceToken(platform, 'birch', {
      userName: admin.userName,
      password: 'wrong',
    });
    expect(wrong.body.code).toBe('SIGN_IN_FAILED');
  });
});

describe('the sign-in page of a tenant that requires a second factor', () => {
  it('sets one up on the way without scripts, shows recovery codes once, and ends what began before', async () => {
    const { admin, member } = await createTenant('cedar');
    const manage = await administer('cedar', admin);
    const browser = openFormBrowser(platform);
    const before = await begin({ acr_values: 'tenant:cedar' });
    const back = await browser.submit(await browser.open(before.url), passwordForm(member));
    const old = await openid.authorizationCodeGrant(website, new URL(back.url), before.checks);
    const code = new URL((await browser.open((await begin({ acr_values: 'tenant:cedar' })).url)).url);
    expect(code.searchParams.has('code')).toBe(true);
    const policy = await manage('PUT', '/api/v1/SignInPolicy', { secondFactor: 'everyone' });
    expect(policy.status, policy.text).toBe(200);
    // What an application got before is renewed only with two factors.
    await expect(openid.refreshTokenGrant(website, old.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const silent = await browser.open((await begin({ prompt: 'none', acr_values: 'tenant:cedar' })).url);
    expect(new URL(silent.url).searchParams.get('error')).toBe('interaction_required');
    const { url, checks } = await begin({ acr_values: 'tenant:cedar' });
    const page = await browser.open(url);
    expect(titleOf(page)).toBe('Set up a second factor');
    expect(page.html).toContain('<svg class="qr" role="img"');
    const secret = secretOf(page);
    const wrong = await browser.submit(page, { action: 'set-up', code: '000000' });
    expect(faultOf(wrong)).toMatch(/code is wrong/);
    // The key stays the same while somebody is at it, and no form of another step gets around it.
    expect(secretOf(wrong)).toBe(secret);
    const others: Record<string, string>[] = [
      { action: 'allow' },
      { action: 'continue' },
      { tenantCode: 'cedar' },
    ];
    for (const form of others)
      expect(titleOf(await browser.submit(page, form))).toBe('Set up a second factor');
    const used = showCode(secret);
    const kept = await browser.submit(page, { action: 'set-up', code: used });
    expect(titleOf(kept)).toBe('Keep your recovery codes');
    const codes = codesOf(kept);
    expect(codes).toHaveLength(10);
    const done = await browser.submit(kept, { action: 'continue' });
    const tokens = await openid.authorizationCodeGrant(website, new URL(done.url), checks);
    expect(tokens.claims()).toMatchObject({ sub: member.id, tenant: 'cedar', amr: ['pwd', 'otp', 'mfa'] });
    expect((await openid.refreshTokenGrant(website, tokens.refresh_token ?? '')).access_token).toBeTruthy();
    expect(await callWithToken(platform, old.access_token, 'cedar')).toBe(401);
    // The code that set it up is used; a recovery code opens the two-step sign-in once.
    expect((await enter('cedar', member, used)).status).toBe(401);
    expect((await enter('cedar', member, codes[0])).status).toBe(200);
    expect((await enter('cedar', member, codes[0])).status).toBe(401);
  });

  it('asks for the password again before it sets up a factor in a session that is older than ten minutes', async () => {
    const { admin, member } = await createTenant('dogwood');
    const manage = await administer('dogwood', admin);
    const browser = openFormBrowser(platform);
    await browser.submit(
      await browser.open((await begin({ acr_values: 'tenant:dogwood' })).url),
      passwordForm(member),
    );
    await manage('PUT', '/api/v1/SignInPolicy', { secondFactor: 'everyone' });
    await ageSessions(member.id, 601);
    const page = await browser.open((await begin({ acr_values: 'tenant:dogwood' })).url);
    expect(titleOf(page)).toBe('Sign in again');
    expect(titleOf(await browser.submit(page, passwordForm(member)))).toBe('Set up a second factor');
  });
});

describe('the page of the own second factor', () => {
  const address = () => `${platform.urls.identity}/Account/SecondFactor`;

  it('sets up, renews and removes, for whoever has signed in just now', async () => {
    const { member } = await createTenant('elm');
    const browser = openFormBrowser(platform);
    const first = await browser.open(address());
    expect(titleOf(first)).toBe('Sign in');
    const page = await browser.submit(first, passwordForm(member));
    expect([titleOf(page), page.url]).toEqual(['Your second factor', address()]);
    const setUp = await browser.submit(page, { action: 'set-up-authenticator' });
    expect(titleOf(setUp)).toBe('Set up an authenticator');
    const kept = await browser.submit(setUp, { action: 'set-up', code: showCode(secretOf(setUp)) });
    const [recovery = ''] = codesOf(kept);
    const active = await browser.submit(kept, { action: 'continue' });
    expect(active.html).toContain('10 are left');
    // A browser that was left open gets no codes, as it removes nothing (ASVS 3.7.1).
    const question = await browser.submit(active, { action: 'renew-codes' });
    expect([titleOf(question), codesOf(question)]).toEqual(['Get new recovery codes?', []]);
    for (const currentPassword of ['not the password', '']) {
      const refused = await browser.submit(question, { action: 'confirm-renewal', currentPassword });
      expect([refused.html, codesOf(refused)]).toEqual([
        expect.stringContaining('This is not your current password'),
        [],
      ]);
    }
    const renewed = await browser.submit(question, { action: 'confirm-renewal', currentPassword: password });
    const [renewal = ''] = codesOf(renewed);
    expect((await enter('elm', member, recovery)).status).toBe(401);
    expect((await enter('elm', member, renewal)).status).toBe(200);
    const { body } = await operate('GET', `/api/v1/Platform/Audit?recordId=${member.id}&pageSize=50`);
    const entry = body.items.find(({ after }: { after?: object }) => after && 'areRecoveryCodesNew' in after);
    expect(entry).toMatchObject({ actorName: member.userName, operation: 'POST /Account/SecondFactor' });
    expect(JSON.stringify(entry)).not.toContain(renewal);
    // A replaced authenticator gives no other recovery codes, and only its own codes work.
    const other = await browser.submit(active, { action: 'set-up-authenticator' });
    const replaced = await browser.submit(other, { action: 'set-up', code: showCode(secretOf(other)) });
    expect(titleOf(replaced)).toBe('Your second factor');
    const asked = await browser.submit(active, { action: 'remove' });
    expect(titleOf(asked)).toBe('Remove it?');
    expect(asked.html).toContain('It is the only one');
    // A browser that was left open removes nothing.
    const attempt = { action: 'confirm-removal', currentPassword: 'not the password' };
    for (const { currentPassword } of [attempt, { currentPassword: '' }])
      expect((await browser.submit(asked, { ...attempt, currentPassword })).html).toContain(
        'This is not your current password',
      );
    const removed = await browser.submit(asked, { action: 'confirm-removal', currentPassword: password });
    expect(removed.html).toContain('with the password alone');
    expect((await enter('elm', member)).status).toBe(200);
  });

  it('changes nothing for whoever signed in longer ago, or from another browser', async () => {
    const { member } = await createTenant('fir');
    const browser = openFormBrowser(platform);
    const page = await browser.submit(await browser.open(address()), passwordForm(member));
    await ageSessions(member.id, 601);
    const late = await browser.submit(page, { action: 'set-up-authenticator' });
    expect(titleOf(late)).toBe('Sign in again');
    expect(titleOf(await openFormBrowser(platform).post(address(), { action: 'renew-codes' }))).toBe(
      'Nothing was done',
    );
  });
});
