// An account that belongs to several tenants: what one of them writes acts in that tenant alone, also for what was written
// before the account had a second one (docs/identity.md#accounts-of-several-tenants; Sudhodanan and Paverd, "Pre-hijacked
// accounts", USENIX Security 2022).
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { exampleBrowser } from '../../contract/example-request.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { startProvider, type TestProvider } from '../openid/openid-provider.ts';
import { requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';
import { type FormBrowser, openFormBrowser, type Place } from './form-browser.ts';

let platform: TestPlatform;
let provider: TestProvider;
let operate: Awaited<ReturnType<typeof signInAdministrator>>;
/** Tokens of administrators: the demo's has a directory and a provider, harbor invites people whom that tenant knows. */
const tokens = new Map<string, string>();
beforeAll(async () => {
  platform = await startPlatform();
  provider = await startProvider(`${platform.urls.identity}/connect/federation/callback`);
  operate = await signInAdministrator(platform);
  for (const tenant of ['demo', 'harbor'])
    tokens.set(tenant, await platform.tokenFor({ tenant, roles: ['admin'] }));
  await operate('PUT', '/api/v1/Tenants/demo/SignInDomains', { domains: ['example.org'] });
  const { issuer, clientId, clientSecret } = provider;
  const set = await call('demo', 'PUT', '/api/v1/IdentityProvider', {
    ...{ issuer, clientId, clientSecret, defaultRoles: ['member'] },
  });
  expect(set.status, set.text).toBe(200);
});
afterAll(async () => {
  await provider.stop();
  await platform.stop();
});

const call = (tenant: string, method: string, path: string, body?: unknown) =>
  platform.call(method, 'identity', path, {
    ...{ tenant, token: tokens.get(tenant) ?? '' },
    ...(body !== undefined && { body }),
  });

const password = 'kites above the long field';
const enter = async (userName: string, tenant: string, secret = password): Promise<number> =>
  (await requestWorkspaceToken(platform, tenant, { userName, password: secret })).status;

/** The paths of the links in mails to an address, of a tenant's outbox. */
async function linksTo(to: string, tenant: string): Promise<string[]> {
  const store = platform.store(tenant);
  const { items } = await store.query<{ to: string; text: string }>(store.listing('OUTBOX'));
  return items.flatMap((mail) =>
    mail.to === to ? (/https?:\/\/\S+?(\/Account\/\S+)/.exec(mail.text)?.[1] ?? []) : [],
  );
}
const page = (path: string, fields?: Record<string, string>) =>
  platform.call(fields ? 'POST' : 'GET', 'identity', path, {
    ...(fields && {
      headers: exampleBrowser.headers,
      body: new URLSearchParams({ ...fields, ...exampleBrowser.values }),
    }),
  });

/** A user of the demo tenant's directory. */
async function provision(userName: string): Promise<string> {
  const { status, body, text } = await call('demo', 'POST', '/scim/v2/Users', {
    ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName, active: true },
    emails: [{ value: userName, primary: true }],
  });
  expect(status, text).toBe(201);
  return body.id;
}

const invite = async (email: string, tenant = 'harbor', roles = ['admin']): Promise<string> => {
  const { status, text } = await call(tenant, 'POST', '/api/v1/TenantInvitations', { email, roles });
  expect(status, text).toBe(201);
  return (await linksTo(email, tenant)).at(-1) ?? '';
};

const forget = (userName: string) =>
  platform.call('POST', 'identity', '/api/v1/Account/ForgotPassword', { body: { userName } });

describe('an address that a directory wrote', () => {
  it.each(['before', 'after'])(
    'gets no link that opens the account, written %s it had a second tenant',
    async (when) => {
      const userName = `maren-${when}@example.org`;
      const evil = `evil-${when}@demo.example`;
      const id = await provision(userName);
      const write = () =>
        call('demo', 'PATCH', `/scim/v2/Users/${id}`, {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path: 'emails[type eq "work"].value', value: evil }],
        });
      if (when === 'before') await write();
      expect((await page(await invite(userName), { password })).text).toContain('You can now enter');
      if (when === 'after') await write();
      expect(await enter(userName, 'harbor')).toBe(200);
      expect((await forget(userName)).status).toBe(202);
      for (const tenant of ['demo', 'harbor']) expect(await linksTo(evil, tenant)).toEqual([]);
      const sent = [...(await linksTo(userName, 'demo')), ...(await linksTo(userName, 'harbor'))];
      expect(sent.filter((path) => path.includes('ResetPassword'))).toHaveLength(1);
    },
  );

  it('does not let a link that was mailed live on, once the person has another address', async () => {
    const userName = 'quentin@demo.example';
    await operate('POST', '/api/v1/Users', {
      ...{ userName, email: userName, password, assignments: [{ tenantCode: 'demo', roles: ['member'] }] },
    });
    await forget(userName);
    const reset = (await linksTo(userName, 'demo')).at(-1) ?? '';
    const { body } = await requestWorkspaceToken(platform, 'demo', { userName, password });
    await platform.call('POST', 'identity', '/api/v1/Account/ChangeEmail', {
      ...{ tenant: 'demo', token: body.accessToken },
      body: { currentPassword: password, email: 'quentin@elsewhere.example' },
    });
    for (const to of [userName, 'quentin@elsewhere.example'])
      for (const path of await linksTo(to, 'demo')) if (path.includes('ConfirmEmail')) await page(path, {});
    expect((await page(reset)).text).toContain('This link does not work');
  });
});

describe('how an account begins and goes on', () => {
  it('made by a directory, then invited elsewhere: a password is chosen, for those who invited', async () => {
    const userName = 'nele@example.org';
    await provision(userName);
    const path = await invite(userName);
    expect((await page(path)).text).toContain(`Choose a password for ${userName}`);
    expect((await page(path, { password: 'short' })).text).toContain('Password must have at least');
    expect((await page(path, { password })).text).toContain('You can now enter');
    expect([await enter(userName, 'harbor'), await enter(userName, 'demo')]).toEqual([200, 403]);
    await page(await invite(userName, 'demo', ['member']), {});
    expect(await enter(userName, 'demo')).toBe(200);
  });

  it('made by a directory, then invited by the same tenant: a password is chosen, and roles are kept', async () => {
    const userName = 'ove@example.org';
    const id = await provision(userName);
    await call('demo', 'PUT', `/api/v1/TenantUsers/${id}/Roles`, { roles: ['staff'] });
    await page(await invite(userName, 'demo', ['member']), { password });
    const { body } = await call('demo', 'GET', `/api/v1/TenantUsers/${id}`);
    expect(body).toMatchObject({ status: 'active', roles: ['staff', 'member'] });
    expect(await enter(userName, 'demo')).toBe(200);
    const again = await call('demo', 'POST', '/api/v1/TenantInvitations', { email: userName, roles: [] });
    expect(again.status).toBe(409);
  });

  it('with an address that somebody else reads now: its owner enters the password, and nobody else gets in', async () => {
    const userName = 'paula@demo.example';
    await operate('POST', '/api/v1/Users', {
      ...{ userName, email: 'paula@private.example', password },
      assignments: [{ tenantCode: 'demo', roles: ['member'] }],
    });
    const path = await invite(userName);
    expect((await page(path)).text).toContain('enter its password');
    const refused = await page(path, { password: 'a password of my own' });
    expect(refused.text).toContain('is not the password of the account');
    expect([
      await enter(userName, 'harbor'),
      await enter(userName, 'harbor', 'a password of my own'),
    ]).toEqual([403, 401]);
    expect((await page(path, { password })).text).toContain('You can now enter');
    expect(await enter(userName, 'harbor')).toBe(200);
  });
});

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';

function buildStart(parameters: Record<string, string> = {}): string {
  const url = new URL(`${platform.urls.identity}/connect/authorize`);
  url.search = String(
    new URLSearchParams({
      ...{ client_id: 'rostrum-console', response_type: 'code', scope: 'openid', state: 'one' },
      redirect_uri: 'http://localhost:4001/auth-callback',
      code_challenge: randomBytes(32).toString('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    }),
  );
  return url.href;
}

describe('a session', () => {
  const atHarbor = { acr_values: 'tenant:harbor' };
  const atDemo = { acr_values: 'tenant:demo' };
  async function signInTo(userName: string, tenants: readonly string[]) {
    const user = { userName, email: userName, password };
    const assignments = tenants.map((tenantCode) => ({ tenantCode, roles: ['member'] }));
    const { status, text, body } = await operate('POST', '/api/v1/Users', { ...user, assignments });
    expect(status, text).toBe(201);
    const browser = openFormBrowser(platform);
    await browser.submit(await browser.open(buildStart({ acr_values: `tenant:${tenants[0]}` })), {
      ...{ action: 'sign-in', userName, password },
    });
    return { id: String(body.id), browser };
  }
  const getCode = async (browser: FormBrowser, parameters: Record<string, string>): Promise<boolean> =>
    (await browser.open(buildStart({ ...parameters, prompt: 'none' }))).url.includes('code=');

  it('loses the tenant whose administrator ended the access, and no other', async () => {
    const { id, browser } = await signInTo('ulla@demo.example', ['demo', 'harbor']);
    expect([await getCode(browser, atDemo), await getCode(browser, atHarbor)]).toEqual([true, true]);
    const ended = await call('demo', 'POST', `/api/v1/TenantUsers/${id}/RevokeTokens`);
    expect(ended.status, ended.text).toBe(200);
    expect([await getCode(browser, atDemo), await getCode(browser, atHarbor)]).toEqual([false, true]);
    // For an application that names no tenant, the person chooses.
    const choice = await browser.open(buildStart({}));
    expect(choice.url).not.toContain('code=');
    expect(titleOf(choice)).toMatch(/workspace/i);
    // Who signs in again reaches it again, in the same browser.
    const page = await browser.open(buildStart(atDemo));
    expect(titleOf(page)).toMatch(/^Sign in|^Confirm/);
    const back = await browser.submit(page, { action: 'sign-in', userName: 'ulla@demo.example', password });
    expect(back.url).toContain('code=');
    expect([await getCode(browser, atDemo), await getCode(browser, atHarbor)]).toEqual([true, true]);
  });

  it('ends when its last tenant ends the access', async () => {
    const { id, browser } = await signInTo('vidar@demo.example', ['demo']);
    await call('demo', 'POST', `/api/v1/TenantUsers/${id}/RevokeTokens`);
    expect(await getCode(browser, atDemo)).toBe(false);
    expect(titleOf(await browser.open(`${platform.urls.identity}/Account/Access`))).toMatch(/^Sign in/);
  });

  it('from before a new password reaches no tenant that is joined after it', async () => {
    const { id, browser } = await signInTo('wanda@demo.example', ['demo']);
    await operate('PUT', `/api/v1/Users/${id}/Password`, { password: 'rivers run below the mill' });
    await operate('PUT', `/api/v1/Users/${id}/Tenants/harbor`, { roles: ['member'] });
    expect(await getCode(browser, atHarbor)).toBe(false);
  });
});

describe('a sign-in through the provider of one tenant', () => {
  async function signIn(login: string, start = buildStart()) {
    const browser = openFormBrowser(platform);
    const next = await browser.submit(await browser.open(start), {
      ...{ action: 'federate', userName: `${login}@example.org` },
    });
    const link = /<a href="([^"]+\/auth\?[^"]+)"/.exec(next.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await provider.signInAs(login, link);
    return { browser, place: await browser.open(answer.href) };
  }

  it('ends when the person claims the account, and another one reaches that tenant alone', async () => {
    const userName = 'rune@example.org';
    const earlier = await signIn('rune');
    expect([earlier.place.status, earlier.place.url]).toEqual([303, expect.stringContaining('code=')]);
    await page(await invite(userName), { password });
    expect(titleOf(await earlier.browser.open(buildStart()))).toMatch(/^Sign in/);
    // There is nothing to choose by the provider; the password opens both.
    const { browser, place } = await signIn('rune');
    expect([place.status, place.url]).toEqual([303, expect.stringContaining('code=')]);
    const elsewhere = await browser.open(buildStart({ acr_values: 'tenant:harbor' }));
    expect(titleOf(elsewhere)).toMatch(/^Sign in|^Confirm/);
    const fresh = openFormBrowser(platform);
    const form = { action: 'sign-in', userName, password };
    expect((await fresh.submit(await fresh.open(buildStart()), form)).html).toContain('Harbor');
  });

  it('goes on in its tenant alone when the account gets another one by its confirmed address', async () => {
    const userName = 'tove@example.org';
    await provision(userName);
    await page(await invite(userName, 'demo', ['member']), { password });
    const { browser } = await signIn('tove');
    expect((await page(await invite(userName), {})).text).toContain('You can now enter');
    const place = await browser.open(buildStart());
    expect([place.status, place.url]).toEqual([303, expect.stringContaining('code=')]);
  });

  it('does not open the pages that change the account', async () => {
    await page(await invite('signe@example.org'), { password });
    const { browser } = await signIn('signe').catch(() => signIn('signe'));
    const asked = await browser.open(`${platform.urls.identity}/Account/SecondFactor`);
    expect(titleOf(asked)).toMatch(/Sign in|Confirm/);
    const again = await browser.submit(asked, { action: 'federate', userName: 'signe@example.org' });
    expect(again.html).toContain('changes your account itself');
    const own = await browser.submit(asked, { action: 'sign-in', userName: 'signe@example.org', password });
    expect(titleOf(own)).toBe('Your second factor');
  });
});

describe('nobody gives a role that they do not hold', () => {
  const group = (...members: string[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'admin',
    members: members.map((value) => ({ value })),
  });
  const add = (id: string) => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'add', path: 'members', value: [{ value: id }] }],
  });
  const set = (more: object) => ({
    ...{ issuer: provider.issuer, clientId: provider.clientId, clientSecret: provider.clientSecret },
    ...more,
  });
  /** Every way to give the role of an administrator: the permission that opens it, and the request. */
  const ways: readonly (readonly [string, Permission, string, string, (id: string) => unknown])[] = [
    ['a user', 'identity.users.write', 'PUT', '/api/v1/TenantUsers/{id}/Roles', () => ({ roles: ['admin'] })],
    [
      'an invitation',
      'identity.users.write',
      'POST',
      '/api/v1/TenantInvitations',
      () => ({ email: 'x@demo.example', roles: ['admin'] }),
    ],
    ['a group, changed', 'identity.provisioning.write', 'PATCH', '/scim/v2/Groups/admin', add],
    ['a group, replaced', 'identity.provisioning.write', 'PUT', '/scim/v2/Groups/admin', (id) => group(id)],
    [
      'everybody of a provider',
      'identity.federation.write',
      'PUT',
      '/api/v1/IdentityProvider',
      () => set({ defaultRoles: ['admin'] }),
    ],
    [
      'a group of a provider',
      'identity.federation.write',
      'PUT',
      '/api/v1/IdentityProvider',
      () => set({ rolesClaim: 'groups', roleMapping: { board: 'admin' } }),
    ],
  ];

  it.each(ways)('to %s with %s alone', async (_, permission, method, path, build) => {
    const id = await provision(
      `given-${ways.findIndex((way) => way[3] === path && way[4] === build)}@example.org`,
    );
    const token = await platform.tokenFor({ tenant: 'demo', permissions: [permission] });
    const address = path.replace('{id}', id);
    const refused = await platform.call(method, 'identity', address, {
      ...{ tenant: 'demo', token, body: build(id) },
    });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('which you do not hold')]);
    const { body } = await call('demo', 'GET', `/scim/v2/Users/${id}`);
    expect(body.groups).toEqual([]);
  });

  it('or sets a provider that could sign in as those who hold more', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['identity.federation.write'] });
    const refused = await platform.call('PUT', 'identity', '/api/v1/IdentityProvider', {
      ...{ tenant: 'demo', token, body: set({ defaultRoles: [] }) },
    });
    expect(refused.status).toBe(403);
  });
});
