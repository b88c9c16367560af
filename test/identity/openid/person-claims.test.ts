// What applications learn of a person: the record of the directory, and whether the address is confirmed
// (OpenID Connect Core 5.1, docs/interface/identity.md#token-endpoint).
import * as openid from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import { openFormBrowser } from '../sign-in/form-browser.ts';
import { demoClient, demoUser, requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';

let platform: TestPlatform;
let administer: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  administer = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

const password = 'kites above the long field';

const decode = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const enter = async (user: { readonly userName: string; readonly password: string }): Promise<string> => {
  const { body } = await requestWorkspaceToken(platform, 'demo', user);
  return body.accessToken;
};

const getUserinfo = async (token: string) =>
  (await platform.call('GET', 'identity', '/connect/userinfo', { token })).body;

/** The secret of the last link that was mailed to an address. */
async function findMailedSecret(to: string): Promise<string | undefined> {
  const store = platform.store('demo');
  const { items } = await store.query<{ to: string; text: string }>(store.listing('OUTBOX'));
  const { text = '' } = items.findLast((mail) => mail.to === to) ?? {};
  return /ResetPassword\/(\S+)/.exec(text)?.[1];
}

it('email_verified is true for the very address that the person has confirmed, and for no other', async () => {
  const userName = 'vera@demo.example';
  const crm = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write'],
  });
  const call = (method: string, path: string, body: unknown) =>
    platform.call(method, 'crm', path, { tenant: 'demo', token: crm, body });
  const { body: person } = await call('POST', '/api/v1/people', { firstName: 'Vera', lastName: 'Lund' });
  const assignments = [{ tenantCode: 'demo', roles: ['member'], personId: person.id }];
  const created = await administer('POST', '/api/v1/Users', {
    userName,
    email: userName,
    password,
    assignments,
  });
  expect(created.status, created.text).toBe(201);

  const token = await enter({ userName, password });
  expect(await getUserinfo(token)).toMatchObject({ email: userName, email_verified: false });
  await platform.call('POST', 'identity', '/api/v1/Account/ForgotPassword', { body: { userName } });
  const secret = await findMailedSecret(userName);
  const reset = await platform.call('POST', 'identity', '/api/v1/Account/ResetPassword', {
    body: { token: secret, password: `${password}s`, endSessions: false },
  });
  expect(reset.status).toBe(200);
  expect(await getUserinfo(token)).toMatchObject({ email: userName, email_verified: true });

  // The directory writes another address, which nobody has confirmed.
  const changed = await call('PATCH', `/api/v1/people/${person.id}`, { email: 'else@demo.example' });
  expect(changed.status, changed.text).toBe(200);
  expect(await getUserinfo(token)).toMatchObject({ email: 'else@demo.example', email_verified: false });
});

it('person_id is in the access token, at introspection, and with the scope profile in ID token and userinfo', async () => {
  const ben = demoUser(platform, 'ben');
  const token = await enter(ben);
  const { body: me } = await platform.call('GET', 'identity', '/api/v1/Me', { tenant: 'demo', token });
  const personId = me.person.id;
  expect(decode(token).person_id).toBe(personId);
  const introspected = await platform.call('POST', 'identity', '/connect/introspect', {
    body: new URLSearchParams({ token, ...demoClient(platform, 'demo') }),
  });
  expect(introspected.body).toMatchObject({ active: true, person_id: personId });

  const website = await openid.discovery(
    new URL(platform.urls.identity),
    'demo-website',
    platform.demo.values.signInClientSecret,
    undefined,
    { execute: [openid.allowInsecureRequests] },
  );
  const getClaims = async (scope: string) => {
    const { url, checks } = await beginSignIn(website, 'http://localhost:4000/auth-callback', { scope });
    const browser = openFormBrowser(platform);
    const back = await browser.submit(await browser.open(url), { action: 'sign-in', ...ben });
    const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
    const claims = [decode(tokens.access_token), tokens.claims(), await getUserinfo(tokens.access_token)];
    return claims.map(({ person_id }) => person_id);
  };
  expect(await getClaims('openid profile')).toEqual([personId, personId, personId]);
  expect(await getClaims('openid email')).toEqual([personId, undefined, undefined]);

  const renewed = await platform.call('POST', 'identity', '/api/v1/Account/ChangePassword', {
    ...{ tenant: 'demo', token, body: { currentPassword: ben.password, password } },
  });
  expect(decode(renewed.body.accessToken).person_id).toBe(personId);
});

it('the token of a client has no person_id', async () => {
  const client = await platform.call('POST', 'crm', '/oauth/token', {
    body: new URLSearchParams({ grant_type: 'client_credentials', ...demoClient(platform, 'demo') }),
  });
  expect(decode(client.body.access_token)).not.toHaveProperty('person_id');
});
