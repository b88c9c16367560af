// A website with Auth0's express-openid-connect, configured as its README and its examples say: only what is named here differs
// from its defaults.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { auth, type ConfigParams } from 'express-openid-connect';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type FormBrowser, openFormBrowser, type Place } from '../sign-in/form-browser.ts';
import { demoUser, signInAdministrator } from '../tenants/demo.ts';

let platform: TestPlatform;
let administer: Awaited<ReturnType<typeof signInAdministrator>>;
const servers: Server[] = [];

beforeAll(async () => {
  platform = await startPlatform();
  administer = await signInAdministrator(platform);
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => platform.stop());

/** A website with pages for people who are signed in, and the browser of one of them. */
async function startWebsite(buildConfig: (secret: string) => Partial<ConfigParams>) {
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  const baseURL = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { status, text, body } = await administer('POST', '/api/v1/Clients', {
    ...{ name: 'Website', tenantCode: 'demo', scopes: ['AccreditationAPI'] },
    signIn: {
      grantTypes: ['authorization_code', 'refresh_token'],
      redirectUris: [`${baseURL}/callback`],
      postLogoutRedirectUris: [baseURL],
      isFirstParty: true,
    },
  });
  expect(status, text).toBe(201);
  app.use(
    auth({
      ...{ issuerBaseURL: platform.urls.identity, baseURL, clientID: body.client_id, idpLogout: true },
      secret: 'a long, randomly generated text stored in the environment',
      ...buildConfig(body.client_secret),
    }),
  );
  app.get('/profile', (request, response) => void response.json(request.oidc.user));
  app.get('/userinfo', async (request, response) => void response.json(await request.oidc.fetchUserInfo()));
  app.get('/renewed', async (request, response) => {
    const before = request.oidc.accessToken?.access_token;
    const after = await request.oidc.accessToken?.refresh();
    response.json({ isAnother: after !== undefined && after.access_token !== before });
  });
  const describeError: ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(error.status ?? 500).json({ error: error.error ?? error.message });
  app.use(describeError);
  const own = openFormBrowser({ ...platform, address: baseURL });
  return { baseURL, own, at: openFormBrowser(platform) };
}

const leadsTo = ({ headers }: Place): string => headers.get('location') ?? '';

/** Opens a page of the website, which sends the browser to the platform. */
async function beginSignIn({ baseURL, own, at }: { baseURL: string; own: FormBrowser; at: FormBrowser }) {
  const sent = await own.open(`${baseURL}/profile`);
  expect(leadsTo(sent)).toContain(`${platform.urls.identity}/connect/authorize?`);
  return at.open(leadsTo(sent));
}

/** The fields of a form that a page sends to another site. */
const readFields = ({ html }: Place): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&#39;', "'").replaceAll('&amp;', '&')],
    ),
  );

describe('express-openid-connect', () => {
  it.each([
    ['', {}],
    [', also by a form (form_post)', { response_mode: 'form_post' }],
  ] as const)(
    'signs people in with the code flow%s, shows who they are, and signs them out here',
    async (_, more) => {
      const site = await startWebsite((clientSecret) => ({
        clientSecret,
        authorizationParams: { response_type: 'code', scope: 'openid profile email offline_access', ...more },
      }));
      const { baseURL, own, at } = site;
      const page = await beginSignIn(site);
      const back = await at.submit(page, { action: 'sign-in', ...demoUser(platform, 'ben') });
      const entered =
        'response_mode' in more
          ? await own.post(`${baseURL}/callback`, readFields(back))
          : await own.open(back.url);
      expect(leadsTo(entered)).toBe('/profile');
      const read = async (path: string) => JSON.parse((await own.open(`${baseURL}${path}`)).html);
      const profile = await read('/profile');
      expect(profile).toMatchObject({ sub: expect.any(String), tenant: 'demo', sid: expect.any(String) });
      expect(await read('/userinfo')).toMatchObject({
        sub: profile.sub,
        preferred_username: 'ben@demo.example',
        email: expect.stringContaining('@'),
      });
      expect(await read('/renewed')).toEqual({ isAnother: true });

      const out = await own.open(`${baseURL}/logout`);
      expect(leadsTo(out)).toContain(`${platform.urls.identity}/connect/endsession?`);
      const gone = await at.open(leadsTo(out));
      expect([gone.status, gone.url]).toEqual([303, `${baseURL}/`]);
      expect((await beginSignIn(site)).html).toContain('<h1>Sign in</h1>');
    },
  );

  it('is told by its default, the implicit flow, that the platform offers the code flow alone (RFC 9700 2.1.2)', async () => {
    const site = await startWebsite(() => ({}));
    const place = await beginSignIn(site);
    const { status, html } = await site.own.post(`${site.baseURL}/callback`, readFields(place));
    expect([status, JSON.parse(html)]).toEqual([400, { error: 'unsupported_response_type' }]);
  });
});
