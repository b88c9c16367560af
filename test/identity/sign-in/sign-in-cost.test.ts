// What a sign-in costs in requests to the database, step by step: none may cost more unseen.
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { demoUser } from '../tenants/demo.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { readFormToken } from './form-browser.ts';

let platform: TestPlatform;
let website: openid.Configuration;
/** What each step costs. */
const costs: Record<string, { trips: number; rounds: number }> = {};
const record = (step: string, headers: Headers): void => {
  costs[step] = { trips: Number(headers.get('x-round-trips')), rounds: Number(headers.get('x-rounds')) };
};
beforeAll(async () => {
  platform = await startPlatform();
  const secret = platform.demo.values.signInClientSecret ?? '';
  website = await openid.discovery(new URL(platform.urls.identity), 'demo-website', secret, undefined, {
    execute: [openid.allowInsecureRequests],
  });
});
afterAll(() => platform.stop());

/** The requests to the database that follow each other. */
const sumRounds = (...steps: readonly string[]): number =>
  steps.reduce((sum, step) => sum + (costs[step]?.rounds ?? Number.NaN), 0);

const redirectUri = 'http://localhost:4000/auth-callback';
const cookies = new Map<string, string>();

/** Sends a request of the browser, and records what it costs. */
async function send(step: string, address: string, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split('; ')[0] ?? '').split('=');
    cookies.set(name, value);
  }
  record(step, response.headers);
  return response;
}

const locationOf = (response: Response): string => response.headers.get('location') ?? '';

describe('the requests to the database of a sign-in', () => {
  it('by the page: the request, the page, the form, and the exchange of the code', async () => {
    const { url, checks } = await beginSignIn(website, redirectUri);
    const page = locationOf(await send('request', url));
    const token = readFormToken(await (await send('page', page)).text());
    const form = { action: 'sign-in', ...demoUser(platform, 'ben'), ...token };
    const back = locationOf(await send('form', page, form));
    const exchange = openid.authorizationCodeGrant(website, new URL(back), checks);
    expect((await exchange).claims()?.sub).toEqual(expect.any(String));
    const body = new URLSearchParams({
      ...{ grant_type: 'authorization_code', redirect_uri: redirectUri, client_id: 'demo-website' },
      client_secret: platform.demo.values.signInClientSecret ?? '',
    });
    const again = await beginSignIn(website, redirectUri);
    const code = new URL(locationOf(await send('request in a session', again.url))).searchParams.get('code');
    body.set('code', code ?? '');
    body.set('code_verifier', again.checks.pkceCodeVerifier ?? '');
    const reply = await platform.call('POST', 'identity', '/connect/token', { body });
    expect(reply.status, reply.text).toBe(200);
    record('exchange', reply.headers);
    expect(costs).toMatchObject({
      ...{ request: { trips: 2 }, page: { trips: 3 }, form: { trips: 8 }, exchange: { trips: 4 } },
      'request in a session': { trips: 5 },
    });
    // Which of those that run side by side overlap differs from time to time, so these are upper bounds.
    expect(sumRounds('request', 'page')).toBeLessThanOrEqual(4);
    expect(sumRounds('form')).toBeLessThanOrEqual(5);
    expect(sumRounds('exchange')).toBeLessThanOrEqual(3);
    expect(sumRounds('request in a session')).toBeLessThanOrEqual(4);
  });

  it('in two steps: the list of workspaces, and the token of one', async () => {
    const user = demoUser(platform, 'ben');
    const list = await platform.call('POST', 'identity', '/api/v1/Services/Authrize', { body: user });
    record('workspaces', list.headers);
    const token = await platform.call('POST', 'identity', '/api/v1/Services/AuthorizeUserForWorkSpace', {
      body: { ...user, tenantCode: 'demo' },
    });
    record('token', token.headers);
    expect(sumRounds('workspaces', 'token')).toBeLessThanOrEqual(6);
    expect(costs).toMatchObject({ workspaces: { trips: 5 }, token: { trips: 4 } });
  });
});
