// Proves the end of sessions: applications are notified (OpenID Connect Back-Channel Logout 1.0), and what they got ends at once
// (docs/interface/identity.md#signing-out).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as notify } from '../../../functions/identity/jobs/notify-logouts/handler.ts';
import { handler as sweep } from '../../../functions/identity/jobs/sweep-logouts/handler.ts';
import { listDueNotices } from '../../../functions/identity/sessions/logout-notice.ts';
import { sendLogout } from '../../../functions/identity/sessions/send-logout.ts';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import { userKey } from '../../../shared/auth/accounts/users.ts';
import { clearRevokedClients } from '../../../shared/auth/tokens/revoked-clients.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { beginSignIn } from '../sign-in/begin-sign-in.ts';
import { type FormBrowser, openFormBrowser } from '../sign-in/form-browser.ts';
import {
  callWithToken,
  demoUser,
  getTargets,
  requestWorkspaceToken,
  signInAdministrator,
} from '../tenants/demo.ts';

const redirectUri = 'http://localhost:4000/auth-callback';
const received: string[] = [];
let answer = 200;
let receiver: Server;
let platform: TestPlatform;
let website: openid.Configuration;
let administrate: Awaited<ReturnType<typeof signInAdministrator>>;

beforeAll(async () => {
  platform = await startPlatform();
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '');
      response.writeHead(answer).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  administrate = await signInAdministrator(platform);
  const { body } = await administrate('GET', '/api/v1/Clients/demo-website');
  const { port } = receiver.address() as AddressInfo;
  const set = await administrate('PUT', '/api/v1/Clients/demo-website/SignIn', {
    ...body.signIn,
    backchannelLogoutUri: `http://127.0.0.1:${port}/backchannel-logout`,
    backchannelLogoutSessionRequired: true,
  });
  expect(set.status).toBe(200);
  const options = { execute: [openid.allowInsecureRequests] };
  const secret = platform.demo.values.signInClientSecret ?? '';
  website = await openid.discovery(
    new URL(platform.urls.identity),
    'demo-website',
    secret,
    undefined,
    options,
  );
});
beforeEach(() => {
  received.length = 0;
  answer = 200;
});
afterAll(async () => {
  receiver.close();
  await platform.stop();
});

/** Signs in at the website, and the tokens that it got. */
async function signIn(userName: string, password: string, parameters: Record<string, string> = {}) {
  const browser = openFormBrowser(platform);
  const { url, checks } = await beginSignIn(website, redirectUri, parameters);
  const back = await browser.submit(await browser.open(url), { action: 'sign-in', userName, password });
  const tokens = await openid.authorizationCodeGrant(website, new URL(back.url), checks);
  return { browser, tokens };
}

const signInBen = (parameters: Record<string, string> = {}) => {
  const { userName, password } = demoUser(platform, 'ben');
  return signIn(userName, password, parameters);
};

const signOut = async (browser: FormBrowser) => {
  const url = `${platform.urls.identity}/connect/endsession`;
  await browser.submit(await browser.open(url), { action: 'confirm' });
};

/** The content of the one logout token that arrived, verified as an application does. */
async function readLogoutToken() {
  expect(received).toHaveLength(1);
  const keys = createRemoteJWKSet(new URL(`${platform.urls.identity}/.well-known/jwks.json`));
  const { payload } = await jwtVerify(received[0] ?? '', keys, {
    issuer: platform.urls.identity,
    audience: 'demo-website',
    typ: 'logout+jwt',
    algorithms: ['RS256'],
    maxTokenAge: 120,
    requiredClaims: ['iat', 'jti', 'exp', 'events', 'sub', 'sid'],
  });
  return payload;
}

const demo = () => openPlatformStore().tenant(parseTenantCode('demo') ?? ('' as never));

describe('an application with an address for logout tokens', () => {
  it('oidcc-backchannel-logout-discovery-endpoint-verification: is offered it by the metadata', () => {
    expect(website.serverMetadata()).toMatchObject({
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      end_session_endpoint: `${platform.urls.identity}/connect/endsession`,
    });
  });

  it('oidcc-backchannel-rp-initiated-logout: gets a token when the person signs out, with sub, sid, jti and the event, and without a nonce', async () => {
    const { browser, tokens } = await signInBen();
    await signOut(browser);
    await sweep();
    const payload = await readLogoutToken();
    expect(payload).toMatchObject({
      sub: tokens.claims()?.sub,
      sid: tokens.claims()?.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(payload).not.toHaveProperty('nonce');
    await sweep();
    expect(received).toHaveLength(1);
  });

  it('gets none when it got no code in the session', async () => {
    const { browser } = await signInBen();
    await signOut(browser);
    await sweep();
    received.length = 0;
    await signOut(browser);
    await sweep();
    expect(received).toEqual([]);
  });

  it('gets it again, another one, where it did not accept the first', async () => {
    const { browser } = await signInBen();
    await signOut(browser);
    answer = 500;
    await sweep();
    expect(received).toHaveLength(1);
    await sweep();
    // It is not due yet.
    expect(received).toHaveLength(1);
    const later = new Date(Date.now() + 3_600_000);
    const [notice] = await listDueNotices(demo(), later);
    expect(notice).toMatchObject({ tries: 1, clientId: 'demo-website' });
    answer = 204;
    received.length = 0;
    if (notice) await sendLogout(openPlatformStore(), demo(), notice, new Date());
    await readLogoutToken();
    expect(await listDueNotices(demo(), later)).toEqual([]);
  });

  it('gets it when a session is ended from the account, from another browser', async () => {
    const { tokens } = await signInBen();
    const { body } = await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ben'));
    const ended = await platform.call(
      'DELETE',
      'identity',
      `/api/v1/Account/Sessions/${tokens.claims()?.sid}`,
      { tenant: 'demo', token: body.accessToken },
    );
    expect(ended.status).toBe(204);
    await sweep();
    expect((await readLogoutToken()).sid).toBe(tokens.claims()?.sid);
  });

  it('gets it when an administrator revokes the tokens of the person, and when the person is disabled', async () => {
    const actions = [
      ['RevokeTokens', { tenantCode: 'demo' }],
      ['Disable', undefined],
    ] as const;
    for (const [action, body] of actions) {
      received.length = 0;
      const { tokens } = await signIn('kira@demo.example', 'kites above the long field');
      const sub = tokens.claims()?.sub ?? '';
      const done = await administrate('POST', `/api/v1/Users/${sub}/${action}`, body);
      expect(done.status).toBe(200);
      await notify({
        Records: [
          {
            eventName: 'MODIFY',
            dynamodb: {
              Keys: { pk: { S: `T#demo#SUBJECT#${sub}` }, sk: { S: 'ACCESS' } },
              NewImage: { type: { S: 'subject' } },
            },
          },
        ],
      });
      await sweep();
      expect((await readLogoutToken()).sub).toBe(sub);
    }
  });

  it('gets it when the person is removed from the tenant, whose grants and tokens have ended', async () => {
    const scope = 'openid UsersAPI offline_access';
    const { browser, tokens } = await signIn('dora@demo.example', demoUser(platform, 'dora').password, {
      scope,
    });
    const sub = tokens.claims()?.sub ?? '';
    const removed = await administrate('DELETE', `/api/v1/TenantUsers/${sub}`);
    expect(removed.status, removed.text).toBe(204);
    expect(await callWithToken(platform, tokens.access_token, 'demo')).toBe(401);
    await notify({
      Records: [
        {
          eventName: 'INSERT',
          dynamodb: {
            Keys: { pk: { S: `T#demo#SUBJECT#${sub}` }, sk: { S: 'END' } },
            NewImage: { type: { S: 'access-end' } },
          },
        },
      ],
    });
    await sweep();
    expect(await readLogoutToken()).toMatchObject({ sub, sid: tokens.claims()?.sid });
    // Who can enter no tenant any more has no session either.
    const { url } = await beginSignIn(website, redirectUri, { prompt: 'none' });
    expect((await browser.open(url)).url).toContain('error=login_required');
    // Nothing of it comes back with the person, however long that takes.
    const back = { tenantCode: 'demo', roles: ['member'] };
    expect((await administrate('PUT', `/api/v1/Users/${sub}/Tenants/demo`, back)).status).toBe(200);
    const store = openPlatformStore();
    const user = await store.get(userKey(store, sub));
    await commit([
      update(userKey(store, sub), { set: { left: {} } }),
      update(subjectKey(demo(), sub), { set: { revokedBefore: 0 } }),
    ]);
    expect(user?.tenants).toEqual(['demo']);
    await expect(openid.refreshTokenGrant(website, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('cannot name an address inside, nor one without https', async () => {
    process.env.WEBHOOKS_TO_LOOPBACK = '';
    for (const backchannelLogoutUri of ['https://10.0.0.7/logout', 'http://app.example/logout']) {
      const refused = await administrate('PUT', '/api/v1/Clients/demo-website/SignIn', {
        redirectUris: [redirectUri],
        backchannelLogoutUri,
      });
      expect([refused.status, getTargets(refused)]).toEqual([400, ['backchannelLogoutUri']]);
    }
    process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  });
});

describe('an access token in the name of a person', () => {
  it('ends at once with the session in which it was given, unless it is for the absence of the person', async () => {
    const { browser, tokens } = await signInBen({ scope: 'openid UsersAPI' });
    const offline = await signInBen({ scope: 'openid UsersAPI offline_access' });
    const status = async (token: string) =>
      (await platform.call('GET', 'crm', '/api/v1/people?pageSize=1', { tenant: 'demo', token })).status;
    expect(await status(tokens.access_token)).toBe(200);
    await signOut(browser);
    await signOut(offline.browser);
    expect(await status(tokens.access_token)).toBe(401);
    expect(await status(offline.tokens.access_token)).toBe(200);
  });

  it('ends within a minute when the client is revoked: with the next read of it', async () => {
    const issued = await administrate('POST', '/api/v1/Clients', {
      name: 'Short-lived',
      tenantCode: 'demo',
      scopes: ['UsersAPI'],
      signIn: { clientType: 'public', redirectUris: [redirectUri], isFirstParty: true },
    });
    const id: string = issued.body.client_id;
    const client = await openid.discovery(new URL(platform.urls.identity), id, undefined, openid.None(), {
      execute: [openid.allowInsecureRequests],
    });
    const browser = openFormBrowser(platform);
    const { url, checks } = await beginSignIn(client, redirectUri, { scope: 'openid UsersAPI' });
    const back = await browser.submit(await browser.open(url), {
      action: 'sign-in',
      ...demoUser(platform, 'ben'),
    });
    const tokens = await openid.authorizationCodeGrant(client, new URL(back.url), checks);
    const people = () =>
      platform.call('GET', 'crm', '/api/v1/people?pageSize=1', {
        tenant: 'demo',
        token: tokens.access_token,
      });
    const cold = await people();
    const warm = await people();
    expect([cold.status, warm.status, cold.roundTrips]).toEqual([200, 200, warm.roundTrips]);
    expect((await administrate('POST', `/api/v1/Clients/${id}/Revoke`)).status).toBe(200);
    clearRevokedClients();
    expect((await people()).status).toBe(401);
    expect(await callWithToken(platform, tokens.access_token, 'demo')).toBe(401);
    const keySet = await platform.call('GET', 'identity', '/.well-known/jwks.json');
    expect(keySet.body.keys.every(({ kid }: { kid?: string }) => kid !== undefined)).toBe(true);
  });
});
