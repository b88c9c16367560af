// A code by mail in the place of the password (docs/interface/identity.md#codes-by-mail; NIST SP 800-63B, 5.1.3): by the policy
// of a tenant, once, for ten minutes, in the browser that requested it.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InteractionItem } from '../../../functions/identity/connect/interactions/interaction.ts';
import { commit, ifPresent, update } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';
import { type FormBrowser, openFormBrowser, type Place } from './form-browser.ts';

let platform: TestPlatform;
let operate: Awaited<ReturnType<typeof signInAdministrator>>;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
  token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  await setPolicy(true);
});
afterAll(() => platform.stop());

const password = 'kites above the long field';
const setPolicy = async (mailedCodes: boolean) => {
  const { status, body } = await platform.call('PUT', 'identity', '/api/v1/SignInPolicy', {
    ...{ tenant: 'demo', token, body: { secondFactor: 'optional', mailedCodes } },
  });
  expect([status, body.mailedCodes ?? false]).toEqual([200, mailedCodes]);
};

async function createUser(name: string, ...tenants: readonly string[]): Promise<string> {
  const userName = `${name}@demo.example`;
  const assignments = tenants.map((tenantCode) => ({ tenantCode, roles: ['member'] }));
  const created = await operate('POST', '/api/v1/Users', {
    userName,
    email: userName,
    password,
    assignments,
  });
  expect(created.status, created.text).toBe(201);
  return userName;
}

async function codesTo(address: string): Promise<string[]> {
  const store = platform.store('demo');
  const { items } = await store.query<{ to: string; text: string }>(store.listing('OUTBOX'));
  return items.flatMap(({ to, text }) => (to === address ? (/^\d{6}$/m.exec(text)?.[0] ?? []) : []));
}

function buildStart(
  client: 'website' | 'console' = 'website',
  parameters: Record<string, string> = {},
): string {
  const url = new URL(`${platform.urls.identity}/connect/authorize`);
  url.search = String(
    new URLSearchParams({
      client_id: client === 'website' ? 'demo-website' : 'rostrum-console',
      redirect_uri: `http://localhost:${client === 'website' ? 4000 : 4001}/auth-callback`,
      ...{ response_type: 'code', scope: 'openid', state: 'one', code_challenge_method: 'S256' },
      code_challenge: randomBytes(32).toString('base64url'),
      ...parameters,
    }),
  );
  return url.href;
}

const titleOf = ({ html }: Place): string => /<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '';

async function requestCode(userName: string, browser = openFormBrowser(platform), start = buildStart()) {
  const place = await browser.submit(await browser.open(start), { action: 'mail-code', userName });
  return { browser, place };
}
const verify = (browser: FormBrowser, place: Place, code: string) =>
  browser.submit(place, { action: 'verify-mailed-code', code });

/** Moves the end of the code in an interaction, to so many seconds from now. */
async function moveEnd({ url }: Place, seconds: number): Promise<void> {
  const id = url.split('/').at(-1) ?? '';
  const key = openPlatformStore().key<InteractionItem>(`INTERACTION#${id}`, 'INTERACTION');
  const item = await openPlatformStore().get(key, { consistent: true });
  if (!item?.mailedCode) throw new Error('There is no code.');
  const mailedCode = { ...item.mailedCode, endsAt: Math.floor(Date.now() / 1000) + seconds };
  await commit([update(key, { set: { mailedCode } }, { condition: ifPresent, onConflict: 'retry' })]);
}

describe('a code by mail', () => {
  it('signs in once, in the browser that requested it', async () => {
    const userName = await createUser('viola', 'demo');
    const { browser, place } = await requestCode(` ${userName.toUpperCase()}`);
    expect(titleOf(place)).toBe('Enter the code from your mail');
    const [code = ''] = await codesTo(userName);
    const stranger = openFormBrowser(platform);
    expect(titleOf(await stranger.open(place.url))).toBe('Please start again');
    const other = await requestCode(userName, stranger);
    expect((await verify(stranger, other.place, code)).html).toContain('This code is wrong');
    const done = await verify(browser, place, `${code.slice(0, 3)} ${code.slice(3)}`);
    expect([done.status, done.url]).toEqual([303, expect.stringContaining('code=')]);
    expect(titleOf(await verify(browser, place, code))).toBe('Please start again');
  });

  it('works for ten minutes, and for five attempts', async () => {
    const userName = await createUser('wanda', 'demo');
    const { browser, place } = await requestCode(userName);
    const [code = ''] = await codesTo(userName);
    await moveEnd(place, 0);
    expect((await verify(browser, place, code)).html).toContain('The code works no longer');
    const next = await requestCode(userName);
    const wrong = String((Number((await codesTo(userName))[1]) + 1) % 1_000_000).padStart(6, '0');
    for (let count = 1; count <= 5; count++)
      expect((await verify(next.browser, next.place, wrong)).html).toContain('This code is wrong');
    const late = await verify(next.browser, next.place, (await codesTo(userName))[1] ?? '');
    expect(late.html).toContain('The code works no longer');
    const last = await requestCode(userName);
    await moveEnd(last.place, 60);
    const done = await verify(last.browser, last.place, (await codesTo(userName))[2] ?? '');
    expect(done.status).toBe(303);
  });

  it('is asked for in the same words for a name that nobody has, and is limited', async () => {
    const userName = await createUser('xenia', 'demo');
    const texts = await Promise.all(
      [userName, 'nobody-at-all@demo.example'].map(async (name) => {
        const { place } = await requestCode(name);
        return place.html.replaceAll(/name="formToken" value="[^"]*"|action="[^"]*"/g, '');
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    for (let count = 2; count <= 5; count++) await requestCode(`${' '.repeat(count)}${userName}`);
    expect((await requestCode(userName)).place.html).toContain('Too many codes were requested');
    expect(await codesTo(userName)).toHaveLength(5);
  });

  it('does not stand for the second factor', async () => {
    const userName = 'mona@demo.example';
    const { place, browser } = await requestCode(userName);
    const next = await verify(browser, place, (await codesTo(userName))[0] ?? '');
    expect(titleOf(next)).toBe('Enter your code');
  });

  it('ends with a new password', async () => {
    const userName = await createUser('yrsa', 'demo');
    const { browser, place } = await requestCode(userName);
    const [code = ''] = await codesTo(userName);
    const { body } = await requestWorkspaceToken(platform, 'demo', { userName, password });
    await platform.call('POST', 'identity', '/api/v1/Account/ChangePassword', {
      ...{ tenant: 'demo', token: body.accessToken },
      body: { currentPassword: password, password: 'barley fields at noon' },
    });
    expect((await verify(browser, place, code)).html).toContain('This code is wrong');
  });
});

describe('the policy of the tenants', () => {
  it('decides which workspaces such a sign-in reaches', async () => {
    const userName = await createUser('zora', 'demo', 'harbor');
    const start = buildStart('console', { acr_values: 'tenant:harbor' });
    const { browser, place } = await requestCode(userName, openFormBrowser(platform), start);
    const done = await verify(browser, place, (await codesTo(userName))[0] ?? '');
    expect(done.url).not.toContain('code=');
    const own = await browser.open(buildStart('console'));
    expect([own.status, own.url]).toEqual([303, expect.stringContaining('code=')]);
  });

  it('offers none where it does not allow them, and none is mailed', async () => {
    const userName = await createUser('zita', 'demo');
    const shown = await openFormBrowser(platform).open(buildStart());
    expect(shown.html).toContain('Mail me a code');
    await setPolicy(false);
    const browser = openFormBrowser(platform);
    expect((await browser.open(buildStart())).html).not.toContain('Mail me a code');
    expect(titleOf((await requestCode(userName)).place)).toBe('Enter the code from your mail');
    expect(await codesTo(userName)).toEqual([]);
    await setPolicy(true);
  });
});
