// Proves that a tenant administers the clients that it registered, and nothing beyond them
// (docs/interface/identity.md#a-tenants-clients).
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxTenantClients } from '../../../functions/identity/tenant-clients/tenant-client.ts';
import { type Permission, tenantPermissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import { openFormBrowser } from '../sign-in/form-browser.ts';
import { callWithToken, demoUser, getTargets, requestWorkspaceToken, signInAdministrator } from './demo.ts';

type Call = Awaited<ReturnType<typeof signInAdministrator>>;

const clients = '/api/v1/TenantClients';
const redirectUri = 'http://localhost:4000/auth-callback';
const scopes = ['crm.people.read', 'AccreditationAPI'];

let platform: TestPlatform;
let operate: Call;
/** As an administrator of the demo tenant, and of nothing else. */
let administer: Call;
/** As an administrator of the other tenant. */
let administerHarbor: Call;
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
  const signIn = async (name: string, tenant: string) =>
    callAs(
      tenant,
      (await requestWorkspaceToken(platform, tenant, demoUser(platform, name))).body.accessToken,
    );
  administer = await signIn('ben', 'demo');
  administerHarbor = await signIn('cleo', 'harbor');
});
afterAll(() => platform.stop());

const callAs =
  (tenant: string, token: string): Call =>
  (method, path, body, headers = {}) =>
    platform.call(method, 'identity', path, { tenant, token, body, headers });

const callWith = async (...permissions: readonly Permission[]): Promise<Call> =>
  callAs('demo', await platform.tokenFor({ tenant: 'demo', permissions }));

async function register(name: string, more: object = {}, call = administer) {
  const { status, body, text } = await call('POST', clients, { name, scopes, ...more });
  expect(status, text).toBe(201);
  const { client_id: id, client_secret: secret, secrets } = body;
  return { id, secret, secretId: secrets[0]?.id, path: `${clients}/${id}`, body };
}

const grant = (client_id: string, client_secret: string) =>
  platform.call('POST', 'identity', '/connect/token', {
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  });

/** Every request about a client of this id. */
const callAll = (call: Call, id: string) => {
  const path = `${clients}/${id}`;
  return Promise.all([
    call('GET', path),
    call('PUT', `${path}/Scopes`, { scopes: [] }),
    call('PUT', `${path}/SignIn`, { redirectUris: [redirectUri] }),
    call('POST', `${path}/Secrets`),
    call('DELETE', `${path}/Secrets/any`),
    call('DELETE', path),
  ]);
};

describe("a tenant's administrator", () => {
  it('registers a client, which gets tokens of the tenant and of no other', async () => {
    const { id, secret, path, body } = await register('Chapter website');
    expect(body).toMatchObject({ tenantCode: 'demo', registeredBy: 'tenant', scopes, status: 'active' });
    const { access_token: token } = (await grant(id, secret)).body;
    expect(await callWithToken(platform, token, 'demo')).toBe(200);
    expect(await callWithToken(platform, token, 'harbor')).toBe(403);
    const [one, list] = [await administer('GET', path), await administer('GET', clients)];
    expect(list.body.items).toContainEqual(one.body);
    for (const { text } of [one, list]) expect(text).not.toContain(secret);
  });

  it('finds neither clients of other tenants nor those that the platform issued', async () => {
    const elsewhere = await register('Elsewhere', {}, administerHarbor);
    for (const id of [elsewhere.id, 'example-client', 'demo-website', 'unknown'])
      for (const { status, text } of await callAll(administer, id)) {
        expect(status, text).toBe(404);
        expect(text).toMatch(/There is no client with the id/);
      }
    const list = await administer('GET', clients);
    expect(list.body.items.map((client: { client_id: string }) => client.client_id)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(example-client|demo-website)$/)]),
    );
    expect(list.text).not.toContain(elsewhere.id);
    expect((await administerHarbor('GET', elsewhere.path)).body.tenantCode).toBe('harbor');
  });

  it('registers with identity.clients.write alone what it holds, and nothing more', async () => {
    const holder = await callWith('identity.clients.write', 'crm.people.read');
    await register('Within', { scopes: ['crm.people.read'] }, holder);
    const beyond = { name: 'Beyond', scopes: ['crm.people.read', 'UsersAPI', 'identity.users.write'] };
    const refused = await holder('POST', clients, beyond);
    expect([refused.status, getTargets(refused)]).toEqual([400, ['scopes[1]', 'scopes[2]']]);
    expect(refused.text).toContain('which you do not hold');
    const platforms = await administer('POST', clients, { name: 'Platform', scopes: ['platform.admin'] });
    expect([platforms.status, getTargets(platforms)]).toEqual([400, ['scopes[0]']]);
    const others = tenantPermissionNames.filter((name) => name !== 'identity.clients.write');
    const without = await (await callWith(...others))('POST', clients, { name: 'Without', scopes: [] });
    expect([without.status, without.body.code]).toEqual([403, 'PERMISSION_DENIED']);
  });

  it('widens no client beyond what it holds, and gets no secret of one that has more', async () => {
    const holder = await callWith('identity.clients.write', 'crm.people.read');
    const narrow = await register('Narrow', { scopes: ['crm.people.read'] }, holder);
    const widened = await holder('PUT', `${narrow.path}/Scopes`, { scopes: ['crm.people.write'] });
    expect([widened.status, getTargets(widened)]).toEqual([400, ['scopes[0]']]);
    const wide = await register('Wide');
    const [read, ...changes] = await callAll(holder, wide.id);
    expect(read?.status).toBe(200);
    expect(changes.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('changes scopes and secrets on the condition of an ETag', async () => {
    const { id, secret, secretId, path } = await register('Changing');
    const etag = (await administer('GET', path)).headers.get('etag') ?? '';
    const change = (ifMatch: string) =>
      administer('PUT', `${path}/Scopes`, { scopes: ['crm.people.read'] }, { 'If-Match': ifMatch });
    expect((await change('"7"')).status).toBe(412);
    expect((await change(etag)).body.scopes).toEqual(['crm.people.read']);
    expect((await change(etag)).status).toBe(412);
    const renewed = await administer('POST', `${path}/Secrets`);
    expect(renewed.status).toBe(201);
    expect((await administer('POST', `${path}/Secrets`)).status).toBe(409);
    expect((await administer('DELETE', `${path}/Secrets/${secretId}`)).status).toBe(200);
    expect((await grant(id, secret)).status).toBe(401);
    expect((await grant(id, renewed.body.client_secret)).status).toBe(200);
  });

  it('removes a client with its tokens; the platform still finds it', async () => {
    const { id, secret, path } = await register('Removed');
    const { access_token: token } = (await grant(id, secret)).body;
    expect((await administer('DELETE', path, undefined, { 'If-Match': '"7"' })).status).toBe(412);
    expect((await administer('DELETE', path)).status).toBe(204);
    expect((await administer('GET', path)).status).toBe(404);
    expect((await administer('GET', clients)).text).not.toContain(id);
    expect((await grant(id, secret)).status).toBe(401);
    expect(await callWithToken(platform, token, 'demo')).toBe(401);
    expect((await operate('GET', `/api/v1/Clients/${id}`)).body.status).toBe('revoked');
  });

  it('finds every change in the audit of the tenant', async () => {
    const { id, path } = await register('Audited');
    await administer('PUT', `${path}/SignIn`, { redirectUris: [redirectUri] });
    await administer('DELETE', path);
    const read = (call: Call) => call('GET', `/api/v1/Audit?type=Client&record=${id}`);
    const { body } = await read(administer);
    expect(body.items.map(({ operation }: { operation: string }) => operation)).toEqual([
      'DELETE /api/v1/TenantClients/{id}',
      'PUT /api/v1/TenantClients/{id}/SignIn',
      'POST /api/v1/TenantClients',
    ]);
    expect((await read(administerHarbor)).body.items).toEqual([]);
  });
});

describe('a client that a tenant registered', () => {
  it('asks for consent whatever is sent, and its addresses follow the rules of every client', async () => {
    const own = { isFirstParty: true, workspaces: 'any', isLegacy: true };
    const { path, body } = await register('Modest', { signIn: { redirectUris: [redirectUri], ...own } });
    const modest = { isFirstParty: false, workspaces: 'own', isLegacy: false };
    expect(body.signIn).toMatchObject(modest);
    const again = await administer('PUT', `${path}/SignIn`, { redirectUris: [redirectUri], ...own });
    expect(again.body.signIn).toMatchObject(modest);
    const wildcard = { redirectUris: ['https://*.example.org/'] };
    const wrong = await administer('PUT', `${path}/SignIn`, wildcard);
    expect([wrong.status, getTargets(wrong)]).toEqual([400, ['redirectUris[0]']]);
    expect(wrong.text).toContain('must be an absolute URL without wildcards');
  });

  it('is administered by the platform too, which cannot spare people the consent either', async () => {
    const { id } = await register('Supported');
    const path = `/api/v1/Clients/${id}`;
    const refused = await operate('PUT', `${path}/SignIn`, {
      redirectUris: [redirectUri],
      isFirstParty: true,
    });
    expect([refused.status, getTargets(refused)]).toEqual([400, ['isFirstParty']]);
    const legacy = { redirectUris: [redirectUri], isLegacy: true };
    expect((await operate('PUT', `${path}/SignIn`, legacy)).body.signIn.isLegacy).toBe(true);
    const kept = await administer('PUT', `${clients}/${id}/SignIn`, { redirectUris: [redirectUri] });
    expect(kept.body.signIn.isLegacy).toBe(true);
    expect((await operate('POST', `${path}/Revoke`)).body.status).toBe('revoked');
    expect((await administer('GET', `${clients}/${id}`)).status).toBe(404);
  });

  it('signs in people of the tenant after their consent, and no people of another', async () => {
    const { id, secret } = await register('Newsletter', { signIn: { redirectUris: [redirectUri] } });
    const website = await openid.discovery(new URL(platform.urls.identity), id, secret, undefined, {
      execute: [openid.allowInsecureRequests],
    });
    const signIn = async (name: string) => {
      const browser = openFormBrowser(platform);
      const { url, checks } = await beginSignIn(website, redirectUri, { scope: 'openid crm.people.read' });
      const page = await browser.open(url);
      const place = await browser.submit(page, { action: 'sign-in', ...demoUser(platform, name) });
      return { browser, place, checks };
    };
    const { browser, place: question, checks } = await signIn('dora');
    expect(question.html).toContain('Newsletter');
    const back = await browser.submit(question, { action: 'allow' });
    expect(back.url.startsWith(redirectUri)).toBe(true);
    const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
    expect(tokens.claims()?.tenant).toBe('demo');
    expect(await callWithToken(platform, tokens.access_token, 'harbor')).toBe(403);
    const { place } = await signIn('cleo');
    expect(place.url.startsWith(redirectUri) && new URL(place.url).searchParams.has('code')).toBe(false);
    expect(place.html).not.toContain('value="allow"');
  });

  it('is one of at most 50 of its tenant; one that is removed leaves its place', async () => {
    const { items } = (await administerHarbor('GET', clients)).body;
    for (let count = items.length; count < maxTenantClients - 1; count += 1)
      await register(`Client ${count}`, {}, administerHarbor);
    const last = await register('The fiftieth', {}, administerHarbor);
    expect((await administerHarbor('GET', clients)).body.items).toHaveLength(50);
    const refused = await administerHarbor('POST', clients, { name: 'One more', scopes });
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT']);
    expect((await administerHarbor('DELETE', last.path)).status).toBe(204);
    await register('In its place', {}, administerHarbor);
    await register('Of another tenant');
  });
});
