// A tenant requires another sign-in for some operations (RFC 9470; docs/interface/identity.md#step-up): a token that says
// too little of its sign-in is refused with what to ask for, and the token of that sign-in passes.
import { decodeJwt } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { getTargets, requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';
import { ageSessions } from './age-sessions.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { type FormBrowser, openFormBrowser, type Place } from './form-browser.ts';
import { showCode } from './show-code.ts';

type Call = Awaited<ReturnType<typeof signInAdministrator>>;
let platform: TestPlatform;
let operate: Call;
let website: openid.Configuration;
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
  const issued = await operate('POST', '/api/v1/Clients', {
    ...{ name: 'Member website', tenantCode: 'demo', scopes: ['UsersAPI', 'identity.users.read'] },
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
const twoFactors = 'urn:rostrum:acr:two-factors';

interface Person {
  readonly id: string;
  readonly userName: string;
}

/** A tenant of its own with an administrator, and the policy that it has. */
async function createTenant(code: string, stepUp: readonly object[]): Promise<Person> {
  const made = await operate('POST', '/api/v1/Tenants', { code, name: `Association ${code}` });
  expect(made.status, made.text).toBe(201);
  const userName = `admin.${code}@demo.example`;
  const assignments = [{ tenantCode: code, roles: ['admin'] }];
  const user = await operate('POST', '/api/v1/Users', { userName, email: userName, password, assignments });
  expect(user.status, user.text).toBe(201);
  const set = await operate('PUT', `/api/v1/Tenants/${code}`, {
    signInPolicy: { secondFactor: 'optional', stepUp },
  });
  expect(set.status, set.text).toBe(200);
  return { id: user.body.id, userName };
}

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';
const secretOf = ({ html }: Place): string =>
  (/<code>((?:[A-Z2-7]{4} ?)+)<\/code>/.exec(html)?.[1] ?? '').replaceAll(' ', '');
const codesOf = ({ html }: Place): string[] =>
  [...html.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code = '']) => code);
const passwordForm = ({ userName }: Person) => ({ action: 'sign-in', userName, password });

const enter = async (tenantCode: string, { userName }: Person, code?: string) => {
  const user = { userName, password, ...(code !== undefined && { code }) };
  return String((await requestWorkspaceToken(platform, tenantCode, user)).body.accessToken);
};

const scope = 'openid UsersAPI identity.users.read offline_access';
const begin = (tenantCode: string, { acr_values = '', ...parameters }: Record<string, string> = {}) =>
  beginSignIn(website, redirectUri, {
    ...{ scope, acr_values: `tenant:${tenantCode} ${acr_values}`.trim() },
    ...parameters,
  });

/** The tokens for which a browser has come back. */
const exchange = (place: Place, { checks }: Awaited<ReturnType<typeof begin>>) =>
  openid.authorizationCodeGrant(website, new URL(place.url), checks);

/** A browser in which somebody has signed in with the password alone, and the tokens that the website got. */
async function signIn(tenantCode: string, person: Person) {
  const browser = openFormBrowser(platform);
  const request = await begin(tenantCode);
  const place = await browser.submit(await browser.open(request.url), passwordForm(person));
  return { browser, tokens: await exchange(place, request) };
}

/** The parameters of a challenge. */
const readChallenge = (reply: Reply): Record<string, string> =>
  Object.fromEntries(
    [...(reply.headers.get('www-authenticate') ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

/** Sets up an authenticator on the page that the browser shows; where it is then. */
async function setUp(browser: FormBrowser, page: Place): Promise<{ place: Place; codes: readonly string[] }> {
  expect(titleOf(page)).toBe('Set up a second factor');
  const kept = await browser.submit(page, { action: 'set-up', code: showCode(secretOf(page)) });
  return { place: await browser.submit(kept, { action: 'continue' }), codes: codesOf(kept) };
}

const listPeople = (tenant: string, token: string, path = '/api/v1/people?pageSize=1') =>
  platform.call('GET', 'crm', path, { tenant, token });
const listUsers = (tenant: string, token: string) =>
  platform.call('GET', 'identity', '/api/v1/TenantUsers', { tenant, token });

describe('an access token', () => {
  it('says when and how the person signed in, also a renewed one (RFC 9068 2.2.1, RFC 9470 6)', async () => {
    const person = await createTenant('ash', []);
    const { tokens } = await signIn('ash', person);
    const claims = decodeJwt(tokens.access_token);
    expect(claims).toMatchObject({
      ...{ acr: 'urn:rostrum:acr:password', amr: ['pwd'] },
      auth_time: tokens.claims()?.auth_time,
    });
    const renewed = await openid.refreshTokenGrant(website, tokens.refresh_token ?? '');
    expect(decodeJwt(renewed.access_token).auth_time).toBe(claims.auth_time);
    const own = decodeJwt(await enter('ash', person));
    expect(own).toMatchObject({ acr: 'urn:rostrum:acr:password', amr: ['pwd'], auth_time: own.iat });
    const seen = await openid.tokenIntrospection(website, tokens.access_token);
    // The website belongs to another tenant, whose tokens alone it may introspect.
    expect(seen.active).toBe(false);
  });
});

describe('an operation that needs two factors', () => {
  it('asks an existing one-factor session for the second factor, and the new token passes', async () => {
    const stepUp = [{ permissions: ['crm.people.read'], secondFactor: true }];
    const person = await createTenant('beech', stepUp);
    const { browser, tokens } = await signIn('beech', person);
    // What is not named goes on.
    expect((await listUsers('beech', tokens.access_token)).status).toBe(200);
    const refused = await listPeople('beech', tokens.access_token);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'INSUFFICIENT_USER_AUTHENTICATION']);
    expect(refused.body.error.details.map(({ code }: { code: string }) => code)).toEqual([
      'SECOND_FACTOR_MISSING',
    ]);
    const { error, acr_values, max_age } = readChallenge(refused);
    expect([error, acr_values, max_age]).toEqual(['insufficient_user_authentication', twoFactors, undefined]);
    const silent = await browser.open((await begin('beech', { acr_values: twoFactors, prompt: 'none' })).url);
    expect(new URL(silent.url).searchParams.get('error')).toBe('unmet_authentication_requirements');
    const request = await begin('beech', { acr_values: acr_values ?? '' });
    const { place } = await setUp(browser, await browser.open(request.url));
    const stronger = await exchange(place, request);
    expect(decodeJwt(stronger.access_token)).toMatchObject({ acr: twoFactors, amr: ['pwd', 'otp', 'mfa'] });
    const passed = await listPeople('beech', stronger.access_token);
    expect(passed.status, passed.text).toBe(200);
    // The decision reads nothing more.
    await operate('PUT', '/api/v1/Tenants/beech', { signInPolicy: { secondFactor: 'optional' } });
    const without = await listPeople('beech', stronger.access_token);
    expect([passed.roundTrips, passed.readUnits]).toEqual([without.roundTrips, without.readUnits]);
    await operate('PUT', '/api/v1/Tenants/beech', { signInPolicy: { secondFactor: 'optional', stepUp } });
    const renewed = await openid.refreshTokenGrant(website, stronger.refresh_token ?? '');
    expect((await listPeople('beech', renewed.access_token)).status).toBe(200);
  });

  it('is reached by the two-step sign-in with its code', async () => {
    const person = await createTenant('cherry', [{ permissions: ['crm.people.read'], secondFactor: true }]);
    expect((await listPeople('cherry', await enter('cherry', person))).status).toBe(401);
    const { browser } = await signIn('cherry', person);
    const { codes } = await setUp(
      browser,
      await browser.open((await begin('cherry', { acr_values: twoFactors })).url),
    );
    const token = await enter('cherry', person, codes[0]);
    expect(decodeJwt(token)).toMatchObject({ acr: twoFactors, amr: ['pwd', 'otp', 'mfa'] });
    expect((await listPeople('cherry', token)).status).toBe(200);
    // The token that takes its place when the owner changes something says the same.
    const { body } = await platform.call('POST', 'identity', '/api/v1/Account/SignOutEverywhere', {
      ...{ tenant: 'cherry', token, body: undefined },
    });
    expect(decodeJwt(body.accessToken).acr).toBe(twoFactors);
  });
});

describe('an operation that needs a recent sign-in', () => {
  it('asks for the password again, and the new token passes', async () => {
    const person = await createTenant('elder', [{ permissions: ['crm.people.read'], maxAge: 900 }]);
    const { browser, tokens } = await signIn('elder', person);
    expect((await listPeople('elder', tokens.access_token)).status).toBe(200);
    await ageSessions(person.id, 1000);
    const plain = await begin('elder');
    const old = await exchange(await browser.open(plain.url), plain);
    const refused = await listPeople('elder', old.access_token);
    const { error, acr_values, max_age } = readChallenge(refused);
    expect([refused.status, error, acr_values, max_age]).toEqual([
      ...[401, 'insufficient_user_authentication', undefined, '900'],
    ]);
    expect(refused.body.error.details.map(({ code }: { code: string }) => code)).toEqual(['SIGN_IN_TOO_OLD']);
    const silent = await browser.open((await begin('elder', { max_age: '900', prompt: 'none' })).url);
    expect(new URL(silent.url).searchParams.get('error')).toBe('login_required');
    const request = await begin('elder', { max_age: max_age ?? '' });
    const page = await browser.open(request.url);
    expect(titleOf(page)).toBe('Sign in again');
    const recent = await exchange(await browser.submit(page, passwordForm(person)), request);
    expect((await listPeople('elder', recent.access_token)).status).toBe(200);
  });

  it('refuses a token that does not say when its person signed in, and lets clients through', async () => {
    await createTenant('gorse', [{ permissions: ['crm.people.read'], maxAge: 900 }]);
    const permissions = ['crm.people.read'] as const;
    expect(
      (await listPeople('gorse', await platform.tokenFor({ tenant: 'gorse', permissions }))).status,
    ).toBe(401);
    const signIn = { auth_time: Math.floor(Date.now() / 1000) - 60 };
    const recent = await platform.tokenFor({ tenant: 'gorse', permissions, signIn });
    expect((await listPeople('gorse', recent)).status).toBe(200);
    const issued = await operate('POST', '/api/v1/Clients', {
      ...{ name: 'Nightly job', tenantCode: 'gorse', scopes: ['crm.people.read'] },
    });
    const { client_id, client_secret } = issued.body;
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const { body } = await platform.call('POST', 'crm', '/oauth/token', { body: form });
    expect((await listPeople('gorse', body.access_token)).status).toBe(200);
  });
});

describe('a permission that needs another sign-in', () => {
  it('is asked for where a rule and not the endpoint needs it', async () => {
    await createTenant('hazel', [{ permissions: ['crm.people.write'], secondFactor: true }]);
    const person = await platform.tokenFor({ tenant: 'hazel', roles: ['admin'] });
    const member = await platform.tokenFor({ tenant: 'hazel', roles: ['member'] });
    const path = '/api/v1/PeopleApproval/Requests';
    const refused = await platform.call('GET', 'crm', path, { tenant: 'hazel', token: person });
    expect([refused.status, refused.body.error.code]).toEqual([401, 'INSUFFICIENT_USER_AUTHENTICATION']);
    // Who does not hold it is not asked to sign in for nothing.
    const other = await platform.call('GET', 'crm', path, { tenant: 'hazel', token: member });
    expect(other.status).not.toBe(401);
  });

  it('is still among those that the person has', async () => {
    await createTenant('ivy', [{ permissions: ['crm.people.write'], secondFactor: true }]);
    const token = await platform.tokenFor({ tenant: 'ivy', roles: ['admin'] });
    const path = '/api/v1/Subject/GetAssignedRolesPermission';
    const { body } = await platform.call('GET', 'identity', path, { tenant: 'ivy', token });
    expect(body.permissions).toContainEqual({ name: 'crm.people.write' });
  });

  it('is not got around without a token, where the tenant allows calls without one', async () => {
    await createTenant('juniper', [{ permissions: ['training.awards.read'], secondFactor: true }]);
    const read = () => platform.call('GET', 'training', '/api/v1/Awards/List', { tenant: 'juniper' });
    expect((await read()).status).toBe(401);
    await operate('PUT', '/api/v1/Tenants/juniper', { signInPolicy: { secondFactor: 'optional' } });
    expect((await read()).status).toBe(200);
  });

  it('is challenged in the envelope of each area', async () => {
    await createTenant('larch', [
      ...['training.awards.read', 'billtracking.bills.read', 'crm.people.read', 'identity.users.read'].map(
        (name) => ({ permissions: [name], secondFactor: true }),
      ),
    ]);
    const token = await platform.tokenFor({ tenant: 'larch', roles: ['admin'] });
    const code = 'INSUFFICIENT_USER_AUTHENTICATION';
    const call = (area: 'training' | 'crm' | 'identity' | 'billtracking', path: string) =>
      platform.call('GET', area, path, { tenant: 'larch', token });
    expect((await call('training', '/api/v1/Awards/List')).body).toMatchObject({
      error: { code },
      status: 401,
    });
    expect((await call('crm', '/api/v1/people')).body).toMatchObject({ error: { code } });
    const ofIdentity = await call('identity', '/api/v1/TenantUsers');
    expect(ofIdentity.body).toMatchObject({ code, error: 'insufficient_user_authentication' });
    const ofBills = await call('billtracking', '/api/1.0/legislative/public-bills/sessions');
    expect(ofBills.body).toMatchObject({ error: code, details: { code } });
  });
});

describe('the rules of a policy', () => {
  it('name permissions that there are, and require something', async () => {
    await createTenant('maple', []);
    const token = await platform.tokenFor({ tenant: 'maple', roles: ['admin'] });
    const set = (stepUp: readonly object[]) =>
      platform.call('PUT', 'identity', '/api/v1/SignInPolicy', {
        ...{ tenant: 'maple', token, body: { secondFactor: 'optional', stepUp } },
      });
    for (const [rule, target] of [
      [{ permissions: ['crm.people.fly'], secondFactor: true }, 'stepUp[0].permissions[0]'],
      [{ permissions: ['crm.people.read'], secondFactor: false }, 'stepUp[0].secondFactor'],
      [{ permissions: ['crm.people.read'], maxAge: 59 }, 'stepUp[0].maxAge'],
      [{ permissions: [], secondFactor: true }, 'stepUp[0].permissions'],
    ] as const) {
      const refused = await set([rule]);
      expect([refused.status, getTargets(refused)]).toEqual([400, [target]]);
    }
    const rules = [
      { permissions: ['crm.people.read'], maxAge: 3600, secondFactor: true },
      { permissions: ['crm.people.read'], maxAge: 600 },
    ];
    const saved = await set(rules);
    expect(saved.body.stepUp, saved.text).toEqual(rules);
    const bare = await set([{ permissions: ['crm.people.read'] }]);
    expect(bare.body.stepUp).toEqual([{ permissions: ['crm.people.read'], secondFactor: true }]);
    await set(rules);
    // Several rules for one permission hold together.
    const challenge = readChallenge(await listPeople('maple', token));
    expect([challenge.acr_values, challenge.max_age]).toEqual([twoFactors, '600']);
  });
});
